import type { Folding } from '#protocol/pages/viewState.ts';
import { usePage, type Page } from '../model/pageContext.ts';
import { useRow } from '../../kit/widgets/rowContext.ts';

/**
 * Whether part of a row is open. The reader's choice is stored relative to what the part is at
 * first: its default, or what all folds were set to; a row that Find went to is fully open.
 *
 * @param part `rowId` for the row's fold, `rowId/part` for a part of its content.
 * @param isAside Find does not open it.
 */
export function useOpenPart(part: string, openAtFirst: boolean, isAside = false) {
  const page = usePage();
  const { index } = useRow();
  const chosen =
    page.view.toggled.value.has(part) !== isOpenAtFirst(page.view.folding.value, part, openAtFirst);
  return {
    open: chosen || (!isAside && page.view.revealed.value === index),
    toggle: () => (isAside ? page.view.toggle(part) : togglePart(page, index, part, openAtFirst)),
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
  const chosen =
    page.view.toggled.peek().has(part) !==
    isOpenAtFirst(page.view.folding.peek(), part, openAtFirst);
  const isRevealed = page.view.revealed.peek() === index;
  const isOpen = chosen || isRevealed;
  if (isOpen === (open ?? !isOpen)) {
    return;
  }
  if (isOpen && isRevealed) {
    page.view.revealed.value = undefined;
  }
  if (chosen === isOpen) {
    page.view.toggle(part);
  }
}

function isOpenAtFirst(folding: Folding | undefined, part: string, openAtFirst: boolean): boolean {
  return folding === undefined || part.includes('/') ? openAtFirst : folding === 'expanded';
}
