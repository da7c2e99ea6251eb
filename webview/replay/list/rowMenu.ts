import type { ListRow } from '#core/lens/runRow.ts';
import { isForkable } from '../rows/rowFacts.ts';
import type { Page } from '../model/pageContext.ts';
import { isInRange } from '../virtual/shownRange.ts';

/**
 * What VS Code's own context menu knows of a row: its `when` clauses read these. Without a
 * selected text, cut, copy and paste would do nothing.
 */
export function rowMenuContext(page: Page, row: ListRow, index: number): string {
  const range = page.selection.range.peek();
  const isSelected = range !== undefined && isInRange(range, index);
  return JSON.stringify({
    webviewSection: isSelected && range.first < range.last ? 'rows' : 'row',
    rowForks: page.canFork.peek() && isForkable(row),
    rowHasOutput: hasOutput(row),
    rowHasSelectedText: document.getSelection()?.isCollapsed === false,
    preventDefaultContextMenuItems: true,
  });
}

export function hasOutput(row: ListRow): boolean {
  return (row.kind === 'tool' || row.kind === 'shell') && row.output !== undefined;
}

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
  } else if (range !== undefined && (event.button === 0 || !isInRange(range, index))) {
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
