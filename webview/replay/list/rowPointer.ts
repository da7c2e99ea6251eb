import { isWithin } from '../virtual/shownRange.ts';
import type { Page } from '../model/pageContext.ts';
import { rowMenuContext } from './rowMenu.ts';

/** A click with Shift selects the rows up to the one under the pointer; another deselects them. */
export function pressRow(
  { selection, view }: Page,
  event: MouseEvent,
  focusItem: (index: number) => void,
): void {
  const index = indexOf(rowUnder(event));
  const range = selection.range.peek();
  if (index === undefined) {
    return;
  }
  const isWithText = document.getSelection()?.isCollapsed === false;
  if (event.button === 0 && event.shiftKey && !isWithText) {
    // Or the browser would select the text in between.
    event.preventDefault();
    selection.extend(view.current.peek(), index);
    focusItem(index);
  } else if (range !== undefined && (event.button === 0 || !isWithin(range, index))) {
    selection.clear();
  }
}

/** Tells VS Code's context menu which row it is for. */
export function openRowMenu(page: Page, event: MouseEvent): void {
  const element = rowUnder(event);
  const index = indexOf(element);
  const row = index === undefined ? undefined : page.replay.rows.at(index);
  if (index !== undefined && row !== undefined) {
    page.view.current.value = index;
    element?.setAttribute('data-vscode-context', rowMenuContext(page, row, index));
  }
}

function rowUnder({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('[data-index]') : null;
}

function indexOf(row: Element | null): number | undefined {
  const index = row?.getAttribute('data-index');
  return index === null || index === undefined ? undefined : Number(index);
}
