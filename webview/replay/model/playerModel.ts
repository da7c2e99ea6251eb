import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { StopKind } from '#core/lens/steps.ts';
import { AbortError } from '#protocol/channel/endpoint.ts';
import type { Step, FoundSteps } from '#protocol/pages/page.ts';
import type { PlayerSettings } from '#protocol/pages/viewState.ts';
import { reportFault } from '../../kit/page/reportFault.ts';
import { type Later } from '../../kit/page/later.ts';
import type { ReplayModel } from './replayModel.ts';
import { shownRows } from './shownRows.ts';
import type { ViewModel } from './viewModel.ts';

/** With fewer steps ahead, more are asked for; at 32 times the speed, this is half a second. */
const fewSteps = 25;

/** The steps ahead of a playhead, asked for before they are due. */
class StepQueue {
  #steps: readonly Step[] = [];
  #asking: Promise<void> | undefined;
  #isEnd = false;

  constructor(
    /** The row after which steps are asked for. */
    private from: string,
    private readonly ask: (rowId: string) => Promise<FoundSteps>,
  ) {}

  /** The next steps; none at the end. @throws what asking throws. */
  async ahead(): Promise<readonly Step[]> {
    if (this.#steps.length === 0) {
      // A session may have grown since its end was reported.
      await this.#more();
    } else if (this.#steps.length < fewSteps && !this.#isEnd) {
      // A failure is thrown when these steps are due.
      this.#more().catch(() => undefined);
    }
    return this.#steps;
  }

  /** Takes steps and returns the last of them. */
  take(count: number): Step | undefined {
    const step = this.#steps[count - 1];
    this.#steps = this.#steps.slice(count);
    return step;
  }

  #more(): Promise<void> {
    this.#asking ??= this.ask(this.from)
      .then(({ steps, isEnd }) => {
        this.#steps = [...this.#steps, ...steps];
        this.from = steps.at(-1)?.rowId ?? this.from;
        this.#isEnd = isEnd;
      })
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }
}

export type PlayerState =
  | { readonly state: 'playing' }
  /** `at`: where it stopped by itself. */
  | { readonly state: 'paused'; readonly at?: StopKind | 'end' };

/** Times as fast as recorded. */
export const speeds: readonly number[] = [0.5, 1, 2, 4, 8, 16, 32];

/** The protocol's limit. */
const stepsAtOnce = 50;

/** What is due sooner is done together with what is due now. ms */
const shortestMove = 40;

/** The longest time that a timer can run. ms */
const longestTimer = 2 ** 31 - 1;

/** Moves the current row, the playhead, as the session happened; all rows stay readable. */
export function createPlayerModel(replay: ReplayModel, view: ViewModel, later: Later) {
  const state = signal<PlayerState>({ state: 'paused' });
  let running = new AbortController();
  let stepping = Promise.resolve();
  /** Where the player went last; if the current row is another, the reader chose it. */
  let went = -1;

  const ask = (by: 1 | -1, count: number, stops: readonly StopKind[], signal: AbortSignal) => {
    const rows = shownRows(view);
    const { unit } = view.player.peek();
    return (rowId: string) =>
      replay.endpoint.request('step/find', { ...rows, rowId, by, unit, stops, count }, signal);
  };

  async function currentId(abort: AbortSignal): Promise<string | undefined> {
    const index = view.current.peek();
    return (replay.rows.at(index) ?? (await replay.rows.peekItem(index, abort)))?.id;
  }

  function go({ index }: Pick<Step, 'index'>): void {
    went = index;
    replay.readerMoved();
    batch(() => {
      view.current.value = index;
      replay.scroll.value = { index, align: 'auto', focus: 'kept' };
    });
  }

  function goToEnd(): void {
    const last = replay.rows.total.peek() - 1;
    if (last >= 0) {
      go({ index: last });
      // From here on, the list follows what is written.
      replay.goToEnd();
    }
  }

  /** Plays until something stops it. */
  async function run(abort: AbortSignal): Promise<StopKind | 'end'> {
    const from = await currentId(abort);
    const { stops } = view.player.peek();
    const queue = new StepQueue(from ?? '', ask(1, stepsAtOnce, stops, abort));
    for (;;) {
      const steps = from === undefined ? [] : await queue.ahead();
      const { count, ms } = nextMove(steps, view.player.peek());
      if (count === 0) {
        goToEnd();
        return 'end';
      }
      await passed(ms, abort);
      const step = queue.take(count);
      if (step !== undefined) {
        go(step);
        if (step.stop !== undefined) {
          return step.stop;
        }
      }
    }
  }

  /** Resolves after a time. @throws AbortError. */
  function passed(ms: number, abort: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = later(resolve, ms);
      abort.addEventListener('abort', () => {
        cancel();
        reject(new AbortError());
      });
    });
  }

  function play(): void {
    running.abort();
    const mine = new AbortController();
    running = mine;
    went = view.current.peek();
    state.value = { state: 'playing' };
    void run(mine.signal)
      .then((at): PlayerState => ({ state: 'paused', at }))
      .catch((fault: unknown): PlayerState => {
        reportFault(replay.endpoint, fault);
        return { state: 'paused' };
      })
      .then((next) => {
        if (running === mine) {
          state.value = next;
        }
      });
  }

  function pause(): void {
    running.abort();
    if (state.peek().state === 'playing') {
      state.value = { state: 'paused' };
    }
  }

  async function stepOnce(by: 1 | -1): Promise<void> {
    try {
      const { signal } = new AbortController();
      const from = await currentId(signal);
      const { steps } = from === undefined ? { steps: [] } : await ask(by, 1, [], signal)(from);
      const [step] = steps;
      if (step !== undefined) {
        state.value = { state: 'paused' };
        go(step);
      }
    } catch (fault) {
      reportFault(replay.endpoint, fault);
    }
  }

  /** Another list, or another way to go through it: the steps ahead are no longer right. */
  const way = computed(() => {
    const { unit, stops } = view.player.value;
    return [view.filter.value, replay.header.value?.generation, unit, ...stops].join();
  });
  let wayBefore = way.peek();
  effect(() => {
    // Both are read, so that the effect follows both.
    const isElsewhere = view.current.value !== went;
    const isOther = way.value !== wayBefore || isElsewhere;
    wayBefore = way.value;
    if (isOther && state.peek().state === 'playing') {
      untracked(play);
    } else if (isOther) {
      // It is no longer where it stopped.
      state.value = { state: 'paused' };
    }
  });
  effect(() => {
    if (view.view.value !== 'transcript') {
      pause();
    }
  });
  rememberPlayhead(replay, view);

  return {
    state: computed(() => state.value),
    /** Plays from the current row, or from the beginning if that is the last; or pauses. */
    toggle() {
      if (state.peek().state === 'playing') {
        pause();
        return;
      }
      if (view.current.peek() >= replay.rows.total.peek() - 1) {
        go({ index: 0 });
      }
      play();
    },
    pause,
    step(by: 1 | -1) {
      pause();
      stepping = stepping.then(() => stepOnce(by));
      return stepping;
    },
    /** To the next faster or slower speed. */
    changeSpeed(by: 1 | -1) {
      const { speed } = view.player.peek();
      const next = speeds[speeds.indexOf(speed) + by];
      if (next !== undefined) {
        view.player.value = { ...view.player.peek(), speed: next };
      }
    },
    set(settings: Partial<PlayerSettings>) {
      view.player.value = { ...view.player.peek(), ...settings };
    },
  };
}

export type PlayerModel = ReturnType<typeof createPlayerModel>;

/** How many of the next steps are due together, and when. */
function nextMove(
  steps: readonly Step[],
  { speed, longest = Infinity }: PlayerSettings,
): { readonly count: number; readonly ms: number } {
  let ms = 0;
  let count = 0;
  for (const { delayMs, stop } of steps) {
    const due = ms + Math.min(delayMs, longest) / speed;
    if (count > 0 && due > shortestMove) {
      break;
    }
    ms = due;
    count += 1;
    if (stop !== undefined) {
      break;
    }
  }
  return { count, ms: Math.min(Math.max(ms, shortestMove), longestTimer) };
}

/** Takes up the saved playhead once its row is indexed, and then saves where it is. */
function rememberPlayhead(replay: ReplayModel, view: ViewModel): void {
  let saved = view.playhead.peek();
  const restore = async (rowId: string) => {
    const before = view.current.peek();
    if (replay.rows.at(before)?.id === rowId) {
      return;
    }
    const params = { ...shownRows(view), rowId };
    const { index } = await replay.endpoint.request('row/locate', params);
    if (view.current.peek() === before && index >= 0) {
      view.current.value = index;
    }
  };
  effect(() => {
    const row = replay.rows.at(view.current.value);
    if (!replay.opened.value || view.view.value !== 'transcript') {
      return;
    }
    if (saved === undefined) {
      view.playhead.value = row?.id ?? view.playhead.peek();
    } else if (replay.header.value?.complete === true) {
      const rowId = saved;
      saved = undefined;
      restore(rowId).catch((fault: unknown) => reportFault(replay.endpoint, fault));
    }
  });
}
