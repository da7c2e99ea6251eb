import { usePage, type Page } from './pageContext.ts';
import { useRow } from '../widgets/rowContext.ts';

export interface OpenPart {
  readonly open: boolean;
  toggle(): void;
}

/**
 * Whether a part of a row is open. The reader's choice is kept against the part's default, so that
 * a default may change later; a row that find has led to is open altogether.
 *
 * @param part `rowId` or `rowId/part`.
 */
export function useOpenPart(part: string, openAtFirst: boolean): OpenPart {
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

/** @param open what it shall be; without it, what it is not. */
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
