import type { ListRow } from '#core/lens/runRow.ts';
import { isForkable } from '../rows/rowFacts.ts';
import type { Page } from '../model/pageContext.ts';

/**
 * What VS Code's own context menu knows of a row: its `when` clauses read these. Without a
 * selected text, cut, copy and paste would do nothing.
 */
export function rowMenuContext(page: Page, row: ListRow, index: number): string {
  const range = page.selection.range.peek();
  const isSelected = range !== undefined && range.first <= index && index <= range.last;
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
