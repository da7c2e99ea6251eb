import { isRunId, type ListRow } from '#core/lens/runRow.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import {
  partsOfFilter,
  rowFilterKinds,
  type OpenedRuns,
  type OpeningRows,
  type PageContract,
  type ReplayHeader,
  type RowFilter,
  type RowLevel,
  type RowsAround,
} from '#protocol/page.ts';
import type { HostContract } from '#protocol/pageRequests.ts';
import { PagedList, pageSize } from './pagedList.ts';
import type { Anchor, ViewModel } from './viewModel.ts';

/** The filter, and the runs that are open in it. */
export interface ShownRows {
  readonly filter: RowFilter;
  readonly opened?: OpenedRuns;
}

export function shownRows({ filter, toggled }: ViewModel): ShownRows {
  const shown = filter.peek();
  return shown === 'skim'
    ? { filter: shown, opened: openedRuns(toggled.peek()) }
    : { filter: shown };
}

/** The rows to open with. @param at where the reader was. */
export function openingRows(
  view: ViewModel,
  at: Anchor | undefined,
): OpeningRows & { readonly count: number } {
  return { ...shownRows(view), ...(at && { rowId: at.rowId }), count: pageSize };
}

/** Whether these are the rows to open with: the host may want others, and a branch has its own. */
export function areShown(
  { filter, rowId, page }: OpeningRows & RowsAround,
  view: ViewModel,
  at: Anchor | undefined,
  header: ReplayHeader | undefined,
): boolean {
  return (
    view.view.peek() === 'transcript' &&
    filter === view.filter.peek() &&
    rowId === at?.rowId &&
    page.generation === header?.generation
  );
}

/** The rows that the filter leaves. */
export function createRows(
  endpoint: Endpoint<PageContract, HostContract>,
  view: ViewModel,
  onFault: (fault: unknown) => void,
): PagedList<ListRow> {
  return new PagedList<ListRow>({
    read: async (start, count, abort) => {
      const range = { ...shownRows(view), start, count };
      const answer = await endpoint.request('rows/read', range, abort);
      return { ...answer, items: answer.rows };
    },
    onFault,
  });
}

/** The protocol's limit. */
const mostOpened = 1_000;

/** The open runs among the parts that the reader opened. */
export function openedRuns(toggled: ReadonlySet<string>): OpenedRuns {
  return [...toggled].filter(isRunId).slice(-mostOpened);
}

/** Number of rows of a level; undefined if the header does not tell. */
export function rowsWithin(header: ReplayHeader, level: RowLevel): number | undefined {
  if (level === 'skim') {
    return undefined;
  }
  if (level === 'all') {
    return header.rows;
  }
  if (level === 'trouble') {
    return header.trouble;
  }
  return rowFilterKinds[level].reduce((sum, kind) => sum + (header.kinds[kind] ?? 0), 0);
}

/** How long the shown list is by a new header. @param rows those loaded so far. */
export function expectedTotal(
  header: ReplayHeader,
  { view, filter }: ViewModel,
  { total }: Pick<PagedList<unknown>, 'total'>,
): number {
  if (view.peek() === 'conversation') {
    return header.messages;
  }
  const { level, line } = partsOfFilter(filter.peek());
  // How many rows a line leaves is known once they are read.
  return line === '' ? (rowsWithin(header, level) ?? total.peek()) : total.peek();
}
