import { computed, signal } from '@preact/signals';
import type { ShownMessage } from '#core/rows/shownMessage.ts';
import { isRunId, type ListRow } from '#core/lens/runRow.ts';
import type { Endpoint } from '#protocol/channel/endpoint.ts';
import {
  partsOfFilter,
  protocolVersion,
  rowFilterKinds,
  type OpenedRuns,
  type OpeningRows,
  type PageContract,
  type ReadingPlace,
  type ReplayHeader,
  type RowFilter,
  type RowLevel,
  type RowsAround,
} from '#protocol/pages/page.ts';
import type { HostContract } from '#protocol/pages/pageRequests.ts';
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

/** What a page asks first. @param at where the reader was. */
export function openingOrder(
  view: ViewModel,
  at: Anchor | undefined,
): HostContract['requests']['ready']['params'] {
  const shown = view.isNew ? {} : shownRows(view);
  const rows = { ...shown, ...(at && { rowId: at.rowId }), count: pageSize };
  return { version: protocolVersion, ...(view.view.peek() === 'transcript' && { rows }) };
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

/**
 * Where a fork is shown first, unless the reader has gone elsewhere.
 *
 * @param at where the reader is; undefined before they have seen anything.
 * @param first the session's first row.
 */
export function placeOfFork(
  { forkRow }: ReplayHeader,
  at: Anchor | undefined,
  first: { readonly id: string } | undefined,
): Anchor | undefined {
  const isAtStart = at === undefined || (at.rowId === first?.id && at.offset === 0);
  return forkRow === undefined || !isAtStart ? undefined : { rowId: forkRow, offset: 0 };
}

/**
 * Begins where the host says. @param isAsked the reader asked for a row, which only Skim can show in
 *   its place.
 */
export function takePlace(
  view: ViewModel,
  { filter, anchor }: ReadingPlace,
  isAsked: boolean,
): Anchor | undefined {
  view.filter.value = isAsked && filter !== 'skim' ? 'all' : filter;
  return anchor;
}

/** Whether a row is the one with an ID, or has the diff with it. */
export function isOf(row: ListRow | undefined, rowId: string): boolean {
  const diffs = row?.kind === 'tool' || row?.kind === 'shell' ? row.diffs : undefined;
  return row?.id === rowId || diffs?.some(({ id }) => id === rowId) === true;
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

/** The messages that the model would get. */
export function createMessages(
  endpoint: Endpoint<PageContract, HostContract>,
  onFault: (fault: unknown) => void,
) {
  const tokens = signal<number | undefined>(undefined);
  const messages = new PagedList<ShownMessage>({
    read: async (start, count, abort) => {
      const answer = await endpoint.request('messages/read', { start, count }, abort);
      tokens.value = answer.tokens;
      return { ...answer, items: answer.messages };
    },
    onFault,
  });
  return {
    messages,
    /** Estimated tokens of all messages; undefined before the first of them are loaded. */
    tokens: computed(() => tokens.value),
  };
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
