import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { AbortError } from '#protocol/endpoint.ts';
import type { FoundRows } from '#protocol/page.ts';
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

/** One match: a row's place in the list, and which of its matches. */
export interface FoundMatch {
  readonly row: number;
  readonly match: number;
}

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
  const state = signal<'idle' | 'asked' | 'failed' | 'searching' | 'done'>('idle');
  const matches = signal(noMatches);
  const more = signal(false);
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
    const found = new MatchList();
    let isComplete = true;
    let from: number | undefined = 0;
    try {
      while (from !== undefined) {
        const part: FoundRows = await replay.endpoint.request(
          'find/run',
          { ...params, from },
          mine.signal,
        );
        found.add(part.rows, part.counts);
        isComplete &&= part.complete;
        const isFull = found.rows.length >= mostFoundRows;
        from = isFull ? undefined : part.next;
        if (isNew || from === undefined) {
          show(found.copy(), from !== undefined, from !== undefined || isFull || !isComplete);
        }
        if (isNew && current.peek() === undefined) {
          // Round to the beginning only when it is known that nothing follows.
          const first = found.firstFrom(begin) ?? (from === undefined ? found.at(0) : undefined);
          goTo(first);
        }
      }
    } catch (fault) {
      if (!(fault instanceof AbortError)) {
        reportFault(replay.endpoint, fault);
        batch(() => {
          forgetMatches();
          state.value = 'failed';
        });
      }
    }
  }

  function show(found: MatchList, isSearching: boolean, hasMore: boolean): void {
    batch(() => {
      if (state.peek() === 'asked') {
        revealed.value = undefined;
      }
      matches.value = found;
      more.value = hasMore;
      state.value = isSearching ? 'searching' : 'done';
      const place = current.peek();
      if (place !== undefined) {
        current.value = found.nearest(place);
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

  function forgetMatches(): void {
    matches.value = noMatches;
    more.value = false;
    current.value = undefined;
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
        forgetMatches();
        state.value = query.value === '' ? 'idle' : 'asked';
        if (query.value === '') {
          revealed.value = undefined;
        }
      });
    }
    if (query.value === '' || header === undefined || view.view.value !== 'transcript') {
      return undefined;
    }
    // A question that was never answered is as good as new.
    return later(() => void run(isNew || state.peek() === 'asked'));
  });

  const step = (by: 1 | -1) => () => {
    const found = matches.peek();
    if (found.total > 0) {
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
      const { value } = state;
      if (value === 'idle' || value === 'asked' || value === 'failed') {
        return { state: value };
      }
      const found = matches.value;
      const place = current.value;
      return {
        state: 'found',
        total: found.total,
        position: place && found.positionOf(place),
        searching: value === 'searching',
        more: more.value,
      };
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

/** Matches by row, in the order of the list. */
class MatchList {
  readonly rows: number[];
  /** For each row how many matches there are up to its end. */
  readonly #ends: number[];

  constructor(rows: readonly number[] = [], ends: readonly number[] = []) {
    this.rows = [...rows];
    this.#ends = [...ends];
  }

  get total(): number {
    return this.#ends.at(-1) ?? 0;
  }

  add(rows: readonly number[], counts: readonly number[]): void {
    rows.forEach((row, at) => {
      const { total } = this;
      this.rows.push(row);
      this.#ends.push(total + (counts[at] ?? 1));
    });
  }

  copy(): MatchList {
    return new MatchList(this.rows, this.#ends);
  }

  /** A match by its number; a negative one counts from the end. Undefined if there are none. */
  at(position: number): FoundMatch | undefined {
    const wanted = position < 0 ? this.total + position : position;
    const at = firstWhere(this.#ends, (end) => end > wanted);
    const row = this.rows[at];
    return row === undefined ? undefined : { row, match: wanted - this.#startOf(at) };
  }

  /** The first match at or after a row. */
  firstFrom(row: number): FoundMatch | undefined {
    const next = this.rows[firstWhere(this.rows, (found) => found >= row)];
    return next === undefined ? undefined : { row: next, match: 0 };
  }

  /** Number of a match; undefined if its row has none any more. */
  positionOf({ row, match }: FoundMatch): number | undefined {
    const at = firstWhere(this.rows, (found) => found >= row);
    return this.rows[at] === row ? this.#startOf(at) + match : undefined;
  }

  /** The same match after another search, as far as it is there. */
  nearest({ row, match }: FoundMatch): FoundMatch | undefined {
    const at = firstWhere(this.rows, (found) => found >= row);
    const count = (this.#ends[at] ?? 0) - this.#startOf(at);
    return this.rows[at] === row ? { row, match: Math.min(match, count - 1) } : undefined;
  }

  #startOf(at: number): number {
    return this.#ends[at - 1] ?? 0;
  }
}

const noMatches = new MatchList();

/** Place of the first number that fits, where all after it fit, too; the length if none does. */
function firstWhere(numbers: readonly number[], fits: (number: number) => boolean): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(numbers[middle] ?? Infinity)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

function afterPause(run: () => void): () => void {
  const timer = setTimeout(run, typingPause);
  return () => {
    clearTimeout(timer);
  };
}
