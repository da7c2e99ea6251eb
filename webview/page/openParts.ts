import { usePage, type Page } from './pageContext.ts';
import { useRow } from '../widgets/rowContext.ts';

/**
 * Whether part of a row is open. The reader's choice is stored relative to the part's default, so
 * defaults may change later; a row that Find went to is fully open.
 *
 * @param part `rowId` or `rowId/part`.
 */
export function useOpenPart(part: string, openAtFirst: boolean) {
  const page = usePage();
  const { index } = useRow();
  const chosen = page.view.toggled.value.has(part) !== openAtFirst;
  return {
    open: chosen || page.find.revealed.value === index,
    toggle: () => {
      togglePart(page, index, part, openAtFirst);
    },
  };
}

/** @param open the new state; toggles if undefined. */
export function togglePart(
  page: Page,
  index: number,
  part: string,
  openAtFirst: boolean,
  open?: boolean,
): void {
  const chosen = page.view.toggled.peek().has(part) !== openAtFirst;
  const isRevealed = page.find.revealed.peek() === index;
  const isOpen = chosen || isRevealed;
  if (isOpen === (open ?? !isOpen)) {
    return;
  }
  if (isOpen && isRevealed) {
    page.find.revealed.value = undefined;
  }
  if (chosen === isOpen) {
    page.view.toggle(part);
  }
}
