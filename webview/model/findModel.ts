import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { AbortError } from '#protocol/endpoint.ts';
import { reportFault, type ReplayModel } from './replayModel.ts';
import type { ViewModel } from './viewModel.ts';

/** Find over the whole session: the host looks, the page goes from place to place. */
export interface FindModel {
  readonly query: Signal<string>;
  readonly matchCase: Signal<boolean>;
  readonly busy: ReadonlySignal<boolean>;
  readonly count: ReadonlySignal<number>;
  /** False when there are more matches than the host lists. */
  readonly complete: ReadonlySignal<boolean>;
  /** Which match is shown, from 0; -1 while none is. */
  readonly position: ReadonlySignal<number>;
  /** The row of the shown match; all its parts are open. */
  readonly revealed: Signal<number | undefined>;
  /** Set when a match was gone to and the text itself is still to be brought onto the screen. */
  readonly toScroll: Signal<boolean>;
  next(): void;
  previous(): void;
  clear(): void;
  dispose(): void;
}

/** Long enough to type a word at an ordinary pace without a request for each letter. */
const typingPause = 150;

/** The protocol's longest query. */
const longestQuery = 1_000;

export function createFindModel(
  replay: ReplayModel,
  view: ViewModel,
  later: (run: () => void) => () => void = afterPause,
): FindModel {
  const query = signal('');
  const matchCase = signal(false);
  const matches = signal<readonly number[]>([]);
  const complete = signal(true);
  const position = signal(-1);
  const busy = signal(false);
  const revealed = signal<number | undefined>(undefined);
  const toScroll = signal(false);
  let asked = '';
  let controller: AbortController | undefined;

  async function run(goThere: boolean): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    const params = {
      filter: view.filter.peek(),
      query: query.peek().slice(0, longestQuery),
      matchCase: matchCase.peek(),
    };
    busy.value = true;
    try {
      const found = await replay.endpoint.request('find/run', params, mine.signal);
      const place = position.peek() < 0 ? undefined : matches.peek()[position.peek()];
      batch(() => {
        matches.value = found.matches;
        complete.value = found.complete;
        if (goThere || place === undefined) {
          position.value = -1;
          if (goThere) {
            revealed.value = undefined;
            goTo(firstFrom(found.matches, view.current.peek()));
          }
        } else {
          position.value = found.matches.indexOf(place);
        }
      });
    } catch (fault) {
      if (!(fault instanceof AbortError)) {
        reportFault(replay.endpoint, fault);
        matches.value = [];
      }
    } finally {
      if (controller === mine) {
        busy.value = false;
      }
    }
  }

  function goTo(next: number): void {
    const index = matches.peek()[next];
    if (index === undefined) {
      return;
    }
    replay.readerMoved();
    batch(() => {
      position.value = next;
      revealed.value = index;
      toScroll.value = true;
      view.current.value = index;
      replay.scroll.value = { index, align: 'auto' };
    });
  }

  function forget(): void {
    controller?.abort();
    batch(() => {
      matches.value = [];
      complete.value = true;
      position.value = -1;
      revealed.value = undefined;
      busy.value = false;
    });
  }

  // What is asked for changed, or the rows that it is asked of.
  const dispose = effect(() => {
    const header = replay.header.value;
    const question = `${view.filter.value} ${matchCase.value} ${query.value}`;
    const isNew = question !== asked;
    asked = question;
    if (query.value === '') {
      forget();
      return undefined;
    }
    if (header === undefined || view.view.value !== 'transcript') {
      return undefined;
    }
    return later(() => void run(isNew));
  });

  const step = (by: 1 | -1) => () => {
    const count = matches.peek().length;
    if (count > 0) {
      const from = position.peek();
      const first = by > 0 ? firstFrom(matches.peek(), view.current.peek()) : count - 1;
      goTo(from < 0 ? first : (from + by + count) % count);
    }
  };

  return {
    query,
    matchCase,
    busy: computed(() => busy.value),
    count: computed(() => matches.value.length),
    complete: computed(() => complete.value),
    position: computed(() => position.value),
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

/** The first match at or after a row, else the first of all. */
function firstFrom(matches: readonly number[], row: number): number {
  return Math.max(
    0,
    matches.findIndex((match) => match >= row),
  );
}

function afterPause(run: () => void): () => void {
  const timer = setTimeout(run, typingPause);
  return () => {
    clearTimeout(timer);
  };
}
