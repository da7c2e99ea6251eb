import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { AbortError } from '#protocol/endpoint.ts';
import type { FoundRows } from '#protocol/page.ts';
import { MatchList, type FoundMatch } from './matchList.ts';
import { reportFault, type ReplayModel } from './replayModel.ts';
import type { ViewModel } from './viewModel.ts';

/** Find over the whole session: the host looks, the page goes from match to match. */
export interface FindModel {
  readonly query: Signal<string>;
  readonly matchCase: Signal<boolean>;
  readonly answer: ReadonlySignal<FindAnswer>;
  /** The match that find led to. */
  readonly current: ReadonlySignal<FoundMatch | undefined>;
  /** The row of that match; all its parts are open. */
  readonly revealed: Signal<number | undefined>;
  /** Set when a match was gone to and the text itself is still to be brought onto the screen. */
  readonly toScroll: Signal<boolean>;
  next(): void;
  previous(): void;
  clear(): void;
  dispose(): void;
}

/** What is known of the matches; `asked` until the first part of an answer is here. */
export type FindAnswer =
  | { readonly state: 'idle' | 'asked' | 'failed' }
  | {
      readonly state: 'found';
      /** Matches that are known by now. */
      readonly total: number;
      /** Which of them find led to, from 0; undefined if none. */
      readonly position: number | undefined;
      /** The host still searches. */
      readonly searching: boolean;
      /** There may be more than were found. */
      readonly more: boolean;
    };

/** What was found by now; `asked` until the first part of an answer is here. */
type Search =
  | Exclude<FindAnswer, { state: 'found' }>
  | {
      readonly state: 'found';
      readonly found: MatchList;
      readonly searching: boolean;
      readonly more: boolean;
    };

/** Long enough to type a word at an ordinary pace without a request for each letter. */
const typingPause = 150;

/** The protocol's longest query. */
const longestQuery = 1_000;

/** More rows than anybody steps through. */
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

  /** @param isNew another question; else the same one of rows that have changed since. */
  async function run(isNew: boolean): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    const params = {
      filter: view.filter.peek(),
      query: query.peek().slice(0, longestQuery),
      matchCase: matchCase.peek(),
    };
    const begin = view.current.peek();
    let found = MatchList.none;
    let isComplete = true;
    let from: number | undefined = 0;
    try {
      while (from !== undefined) {
        const part: FoundRows = await replay.endpoint.request(
          'find/run',
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
          // Round to the beginning only when it is known that nothing follows.
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

  // What is asked for changed, or the rows that it is asked of.
  const dispose = effect(() => {
    const header = replay.header.value;
    const question = `${view.filter.value} ${matchCase.value} ${query.value}`;
    const isNew = question !== asked;
    asked = question;
    if (isNew) {
      // What was found before answers another question.
      controller?.abort();
      batch(() => {
        forget(query.value === '' ? 'idle' : 'asked');
        if (query.value === '') {
          revealed.value = undefined;
        }
      });
    }
    if (query.value === '' || header === undefined || view.view.value !== 'transcript') {
      return undefined;
    }
    // A question that was never answered is as good as new.
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
