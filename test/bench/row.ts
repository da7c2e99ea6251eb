/** Sizes of a measurement. */
export interface Scale {
  readonly runs: number;
  /** Quicker tasks run more often until this time has passed: a median of a few is accidental. */
  readonly leastMs: number;
  /** Number of sessions in lists. */
  readonly sessions: number;
  /** Bytes of a large and of a very large session. */
  readonly large: number;
  readonly huge: number;
  /** Windows of VS Code, some ten seconds each. */
  readonly windows: number;
  /** Frames that a page is moved for, some 50 ms each because a browser is driven from outside. */
  readonly frames: number;
}

export const fullScale: Scale = {
  runs: 7,
  leastMs: 1_500,
  sessions: 10_000,
  large: 200e6,
  huge: 1024e6,
  windows: 5,
  frames: 240,
};

/** Just enough to tell that a row works; its figures mean little. */
export const quickScale: Scale = {
  runs: 1,
  leastMs: 0,
  sessions: 200,
  large: 4e6,
  huge: 8e6,
  windows: 1,
  frames: 40,
};

/** Result of a row. */
export interface Finding {
  readonly value: number;
  readonly baseline: number;
  /** Shown beside the numbers. */
  readonly note?: string | undefined;
}

/** A row of the table. */
export interface BenchRow {
  readonly name: string;
  readonly title: string;
  /** The baseline. */
  readonly against: string;
  readonly unit: 'ms' | 'MB';
  /** Limit as a multiple of the baseline. */
  readonly target: number;
  /** @throws Error with a sentence if there is nothing to measure or a result is wrong. */
  measure(scale: Scale): Promise<Finding>;
}

/** A timed task. Only `run` counts. */
export interface Timed {
  prepare?(): unknown;
  run(): unknown;
  /** After each run. */
  finish?(): unknown;
  /** After the last one. */
  end?(): unknown;
}

/** Two tasks to compare. */
interface Tasks {
  readonly value: Timed;
  readonly baseline: Timed;
  readonly note?: string;
}

/**
 * A row that compares the times of two tasks.
 *
 * @param times more runs than other rows, for what is over at once.
 */
export function timedRow(
  { tasks, ...row }: Omit<BenchRow, 'unit' | 'measure'> & { tasks(scale: Scale): Promise<Tasks> },
  times = 1,
): BenchRow {
  return {
    ...row,
    unit: 'ms',
    async measure(scale) {
      const { value, baseline, note } = await tasks(scale);
      const both = [value, baseline];
      const [ms = NaN, bare = NaN] = await medians(both, times * scale.runs, scale.leastMs);
      return { value: ms, baseline: bare, note };
    },
  };
}

/** More runs add nothing. */
const mostRuns = 25;

/**
 * Medians in ms. The tasks take turns, forward and backward, so that other activity on the machine
 * affects all alike; a first run of each does not count.
 */
async function medians(
  tasks: readonly Timed[],
  runs: number,
  leastMs: number,
): Promise<readonly number[]> {
  const times: number[][] = tasks.map(() => []);
  let spent = 0;
  try {
    for (let round = -1; round < runs || (spent < leastMs && round < mostRuns); round += 1) {
      const turns = [...tasks.entries()];
      for (const [index, task] of round % 2 === 0 ? turns : turns.reverse()) {
        const ms = await timeOf(task);
        if (round >= 0) {
          spent += ms;
          times[index]?.push(ms);
        }
      }
    }
  } finally {
    for (const task of tasks) {
      await task.end?.();
    }
  }
  return times.map(median);
}

/** Milliseconds of one run, after collecting earlier garbage. */
async function timeOf(task: Timed): Promise<number> {
  await task.prepare?.();
  globalThis.gc?.();
  const started = performance.now();
  const result = task.run();
  if (result instanceof Promise) {
    await result;
  }
  const ms = performance.now() - started;
  await task.finish?.();
  return ms;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}
