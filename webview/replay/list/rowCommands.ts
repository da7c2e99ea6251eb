import type { RowCommand, SelectedRows } from '#protocol/pages/page.ts';
import { firstRowOf, isRunId, type ListRow } from '#core/lens/runRow.ts';
import { isForkable } from '../rows/rowFacts.ts';
import { copiedRows, type Page } from '../model/pageContext.ts';
import { hasOutput } from './rowMenu.ts';
import { isInRange, type IndexRange } from '../virtual/shownRange.ts';

/** What menus and keys do with the current row, or with the selection if the row is in it. */
export async function runRowCommand(
  page: Page,
  command: RowCommand,
  index = page.view.current.peek(),
): Promise<void> {
  const row = page.replay.rows.at(index);
  if (row === undefined || page.view.view.peek() !== 'transcript') {
    return;
  }
  const rowId = firstOf(row);
  const { copying, replay, tell } = page;
  switch (command) {
    case 'copy':
    case 'export': {
      const indexes = selectedWith(page, index);
      const range = await rangeOf(page, indexes);
      if (command === 'export') {
        tell('rows/export', range);
      } else {
        const name = indexes.first === indexes.last ? row.id : copiedRows;
        await copying.copyBy(name, () => replay.endpoint.request('rows/copy', range));
      }
      break;
    }
    case 'copyLink':
      await copying.copyBy(row.id, () => replay.endpoint.request('row/copyLink', { rowId }));
      break;
    case 'copyOutput':
      if (hasOutput(row)) {
        await copying.copyBy(rowId, () => replay.endpoint.request('row/copyOutput', { rowId }));
      }
      break;
    case 'continueIn':
    case 'fork':
      if (page.canFork.peek() && isForkable(row)) {
        tell(`row/${command}`, { rowId: lastOf(row) });
      }
      break;
    case 'openLine':
      tell('line/open', { line: row.source.line });
      break;
  }
}

function selectedWith({ selection }: Page, index: number): IndexRange {
  const range = selection.range.peek();
  return range !== undefined && isInRange(range, index) ? range : { first: index, last: index };
}

/** A run stands for its rows. */
function firstOf({ id }: ListRow): string {
  return isRunId(id) ? firstRowOf(id) : id;
}

function lastOf(row: ListRow): string {
  return row.kind === 'run' ? row.last : row.id;
}

async function rangeOf({ view, replay }: Page, { first, last }: IndexRange): Promise<SelectedRows> {
  const rowAt = async (index: number) => {
    // The far end of a long selection may be out of the cache.
    const row = await replay.rows.peekItem(index);
    if (row === undefined) {
      throw new Error(`There is no row ${index}.`);
    }
    return row;
  };
  const filter = view.filter.peek();
  return {
    // Skim shows every row, as itself or in a run.
    filter: filter === 'skim' ? 'all' : filter,
    from: firstOf(await rowAt(first)),
    to: lastOf(await rowAt(last)),
  };
}
