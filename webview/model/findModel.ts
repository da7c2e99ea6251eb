import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { AbortError } from '#protocol/endpoint.ts';
import type { FoundRows } from '#protocol/page.ts';
import { findPart } from './findPart.ts';
import { MatchList, type FoundMatch } from './matchList.ts';
import { reportFault, type ReplayModel } from './replayModel.ts';
import type { ViewModel } from './viewModel.ts';

/** Find across the whole session: the host searches, the page steps through matches. */
export interface FindModel {
  readonly query: Signal<string>;
  readonly matchCase: Signal<boolean>;
  readonly answer: ReadonlySignal<FindAnswer>;
  /** The match Find last went to. */
  readonly current: ReadonlySignal<FoundMatch | undefined>;
  /** The row of that match, with all its parts open. */
  readonly revealed: Signal<number | undefined>;
  /** The row was reached, but its match still has to be scrolled into view. */
  readonly toScroll: Signal<boolean>;
  next(): void;
  previous(): void;
  clear(): void;
  dispose(): void;
}

/** Matches found so far; `asked` until the first part of the answer arrives. */
export type FindAnswer =
  | { readonly state: 'idle' | 'asked' | 'failed' }
  | {
      readonly state: 'found';
      /** Matches found so far. */
      readonly total: number;
      /** Index of the current match; undefined if none. */
      readonly position: number | undefined;
      /** The host is still searching. */
      readonly searching: boolean;
      /** There may be more matches. */
      readonly more: boolean;
    };

/** As `FindAnswer`, with the matches themselves. */
type Search =
  | Exclude<FindAnswer, { state: 'found' }>
  | {
      readonly state: 'found';
      readonly found: MatchList;
      readonly searching: boolean;
      readonly more: boolean;
    };

/** Long enough to type a word at a normal pace without a request per letter. */
const typingPause = 150;

/** The protocol's longest query. */
const longestQuery = 1_000;

/** More rows than anyone would step through. */
const mostFoundRows = 10_000;

export function createFindModel(
  replay: ReplayModel,
  view: ViewModel,
  later: (run: () => void) => () => void = afterPause,
): FindModel {
  const query = signal('');
  const matchCase = signal(false);
  const search = signal<Search>({ state: 'idle' });
  const current = signal<FoundMatch | undefined>(undefined);
  const revealed = signal<number | undefined>(undefined);
  const toScroll = signal(false);
  let asked = '';
  let controller: AbortController | undefined;

  /** @param isNew a new query; otherwise the same query over rows that have changed. */
  async function run(isNew: boolean): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    const params = {
      filter: view.filter.peek(),
      query: query.peek().slice(0, longestQuery),
      matchCase: matchCase.peek(),
    };
    const shown = view.view.peek();
    const begin = view.current.peek();
    let found = MatchList.none;
    let isComplete = true;
    let from: number | undefined = 0;
    try {
      while (from !== undefined) {
        const part: FoundRows = await findPart(
          replay.endpoint,
          shown,
          { ...params, from },
          mine.signal,
        );
        found = found.with(part.rows, part.counts);
        isComplete &&= part.complete;
        const isFull = found.rowCount >= mostFoundRows;
        from = isFull ? undefined : part.next;
        const searching = from !== undefined;
        if (isNew || !searching) {
          show({ state: 'found', found, searching, more: searching || isFull || !isComplete });
        }
        if (isNew && current.peek() === undefined) {
          // Wrap around only once it is certain that no match follows.
          const first = found.firstFrom(begin) ?? (searching ? undefined : found.at(0));
          goTo(first);
        }
      }
    } catch (fault) {
      if (!(fault instanceof AbortError)) {
        reportFault(replay.endpoint, fault);
        forget('failed');
      }
    }
  }

  function show(next: Extract<Search, { state: 'found' }>): void {
    batch(() => {
      if (search.peek().state === 'asked') {
        revealed.value = undefined;
      }
      search.value = next;
      const place = current.peek();
      if (place !== undefined) {
        current.value = next.found.nearest(place);
      }
    });
  }

  function goTo(match: FoundMatch | undefined): void {
    if (match === undefined) {
      return;
    }
    replay.readerMoved();
    const isThere = revealed.peek() === match.row && view.current.peek() === match.row;
    batch(() => {
      current.value = match;
      revealed.value = match.row;
      toScroll.value = true;
      view.current.value = match.row;
      if (!isThere) {
        replay.scroll.value = { index: match.row, align: 'auto' };
      }
    });
  }

  function forget(state: 'idle' | 'asked' | 'failed'): void {
    batch(() => {
      if (search.peek().state !== state) {
        search.value = { state };
      }
      current.value = undefined;
    });
  }

  // The query changed, or the rows it searches.
  const dispose = effect(() => {
    const header = replay.header.value;
    const question = `${view.view.value} ${view.filter.value} ${matchCase.value} ${query.value}`;
    const isNew = question !== asked;
    asked = question;
    if (isNew) {
      // Earlier results belong to another query.
      controller?.abort();
      batch(() => {
        forget(query.value === '' ? 'idle' : 'asked');
        if (query.value === '') {
          revealed.value = undefined;
        }
      });
    }
    if (query.value === '' || header === undefined) {
      return undefined;
    }
    // A query without an answer counts as new.
    return later(() => void run(isNew || search.peek().state === 'asked'));
  });

  const step = (by: 1 | -1) => () => {
    const known = search.peek();
    if (known.state === 'found' && known.found.total > 0) {
      const { found } = known;
      const place = current.peek();
      const from = place === undefined ? undefined : found.positionOf(place);
      const first = by > 0 ? (found.firstFrom(view.current.peek()) ?? found.at(0)) : found.at(-1);
      goTo(from === undefined ? first : found.at((from + by) % found.total));
    }
  };

  return {
    query,
    matchCase,
    answer: computed((): FindAnswer => {
      const { value } = search;
      if (value.state !== 'found') {
        return value;
      }
      const { found, ...rest } = value;
      const place = current.value;
      return { ...rest, total: found.total, position: place && found.positionOf(place) };
    }),
    current: computed(() => current.value),
    revealed,
    toScroll,
    next: step(1),
    previous: step(-1),
    clear() {
      query.value = '';
    },
    dispose,
  };
}

function afterPause(run: () => void): () => void {
  const timer = setTimeout(run, typingPause);
  return () => {
    clearTimeout(timer);
  };
}
