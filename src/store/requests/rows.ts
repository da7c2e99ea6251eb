import type { RowPart } from '#core/rows/row.ts';
import type {
  ListedRows,
  OpenedRuns,
  OpeningRows,
  RowFilter,
  RowsAround,
  RowsPage,
} from '#protocol/pages/page.ts';
import type { Emit } from '#protocol/channel/contract.ts';
import type { ForwardedHandlers } from '#protocol/pages/pageRequests.ts';
import type { IndexState, TranscriptRows } from '#protocol/worker.ts';
import { OpenSearches } from '../search/openSearches.ts';
import { findPlaces } from '../search/timedSearch.ts';
import type { FoundRow } from '../session/nestedSessions.ts';
import type { SessionReader } from '../session/sessionReader.ts';
import type { SessionStore } from '../sessionStore.ts';
import { atMost, place, type OfRow, type OfSession } from './range.ts';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** As often as a page can show progress; more would only cost the host's thread. */
const intervalMs = 100;

/**
 * Opens a session and emits its state, then again whenever its index advances or another log
 * replaces it. The session stays open until the signal fires.
 *
 * @throws UserError if it cannot be opened; the signal's reason.
 */
async function streamIndex(
  store: SessionStore,
  path: string,
  signal: AbortSignal,
  emit: Emit<IndexState>,
): Promise<never> {
  const index = new EventEmitter();
  // Immediately, because the next request may open it again.
  signal.addEventListener('abort', () => store.close(path));
  store.open(path, () => {
    index.emit('progress');
  });
  for (;;) {
    const progress = once(index, 'progress', { signal });
    const emitted = emit(store.reader(path).state());
    const pause = emitted.then(() => setTimeout(intervalMs, undefined, { signal }));
    await Promise.all([progress, pause]);
  }
}

/** A row of an open session, or of a sub-agent in it. @throws UserError if it is not there. */
export function rowIn(
  store: SessionStore,
  path: string,
  rowId: string,
  signal?: AbortSignal,
): Promise<FoundRow> {
  return store.nested.rowIn(store.reader(path), rowId, signal);
}

/** Requests about an open session and its rows. */
export function rowRequests(store: SessionStore) {
  const searches = new OpenSearches();
  const forwarded = {
    'rows/read': ({ path, filter, opened, start, count }) =>
      listedRows(store.reader(path), { filter, opened }, place(start), atMost(count)),
    'row/locate': ({ path, filter, opened, rowId }) =>
      store.reader(path).locate(filter, rowId, opened),
    'image/read': async ({ path, rowId, index }, signal) => {
      const row = await rowIn(store, path, rowId, signal);
      return row.reader.images(row.rowId)[place(index)];
    },
    'problems/read': ({ path, start, count }) =>
      store.reader(path).problems(place(start), atMost(count)),
    'find/run': ({ path, from, ...query }, signal) =>
      searches.find(store.reader(path), query, from, signal),
    'find/places': ({ texts, ...query }) => findPlaces(query, texts),
    'agent/read': ({ path, rowId, agent, start, count }, signal) => {
      const range = { start: place(start), count: atMost(count) };
      return store.nested.rows(store.reader(path), rowId, place(agent), range, signal);
    },
  } satisfies Partial<ForwardedHandlers>;
  return {
    ...forwarded,
    /**
     * The first part says that the session is open; each later one, that the index advanced or
     * another log took its place. The session is closed when the request is aborted.
     */
    'session/open': ({ path }: OfSession, signal: AbortSignal, emit: Emit<IndexState>) =>
      streamIndex(store, path, signal, emit),
    /** Checks the file again and indexes what is new. */
    'session/refresh': ({ path }: OfSession) => store.reader(path).refresh(),
    /** Shows another branch, identified by its last line; undefined returns to the last entry's. */
    'session/branch': ({ path, leaf }: OfSession & { readonly leaf: number | undefined }) =>
      store.reader(path).showBranch(leaf),
    /** The page of rows that a row is on, or the first; `count` rows are a page. */
    'rows/around': ({
      path,
      count,
      ...list
    }: OfSession & OpeningRows & { readonly count: number }): RowsAround => {
      const reader = store.reader(path);
      const { filter, rowId, opened } = list;
      const index =
        rowId === undefined ? 0 : Math.max(0, reader.locate(filter, rowId, opened).index);
      return { index, page: listedRows(reader, list, index - (index % count), atMost(count)) };
    },
    /**
     * A row's part for an editor, uncut, with output stripped of control sequences; undefined if
     * the row is gone.
     */
    'session/text': async (
      { path, rowId, part }: OfRow & { readonly part: RowPart },
      signal: AbortSignal,
    ) => store.nested.text(await rowIn(store, path, rowId, signal), part),
    /** A row as the page shows it, in a sub-agent or not; undefined if it is gone. */
    'session/row': async ({ path, rowId }: OfRow, signal: AbortSignal) => {
      const row = await rowIn(store, path, rowId, signal);
      return row.reader.row(row.rowId);
    },
    /**
     * Rows of the branch that the session continues, whatever an open session shows; as many as one
     * answer may hold.
     */
    'session/transcript': async (
      { path, start, count }: OfSession & { readonly start: number; readonly count: number },
      signal: AbortSignal,
    ): Promise<TranscriptRows> => ({
      session: store.summarize(path),
      ...firstRows((await store.latest(path, signal)).rows('all', place(start), atMost(count))),
    }),
  };
}

function listedRows(
  reader: SessionReader,
  { filter, opened = [] }: { readonly filter: RowFilter; readonly opened?: OpenedRuns | undefined },
  start: number,
  count: number,
): ListedRows {
  return filter === 'skim' ? reader.skim(opened, start, count) : reader.rows(filter, start, count);
}

/** Approximate limit of one answer: rows with long texts are returned in smaller parts. */
const maxChars = 2_000_000;

/** As many rows as an answer may hold, at least one. */
function firstRows({ start, total, rows }: RowsPage): Omit<TranscriptRows, 'session'> {
  let chars = 0;
  const end = rows.findIndex((row, index) => {
    chars += JSON.stringify(row).length;
    return index > 0 && chars > maxChars;
  });
  return { start, total, rows: end < 0 ? rows : rows.slice(0, end) };
}
