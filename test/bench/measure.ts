/** Result of a row. */
export interface Finding {
  readonly value: number;
  readonly baseline: number;
  readonly runs: number;
  /** A note beside the numbers. */
  readonly note?: string;
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

/** Milliseconds of one run, after collecting earlier garbage. */
async function timeOf(timed: Timed): Promise<number> {
  await timed.prepare?.();
  globalThis.gc?.();
  const started = performance.now();
  const result = timed.run();
  if (result instanceof Promise) {
    await result;
  }
  const ms = performance.now() - started;
  await timed.finish?.();
  return ms;
}

/** Total ms of runs for quick tasks, whose single runs vary too much. */
export const shortRunsMs = 1_500;

/** More runs add nothing. */
const mostRuns = 25;

/**
 * Medians of several runs, in ms. All tasks take turns, forward and backward, so that other
 * activity on the machine affects all alike; a first run of each does not count.
 *
 * @param leastMs quicker tasks run more often: a median of a few short runs is accidental.
 */
export async function medians(
  timed: readonly Timed[],
  runs: number,
  leastMs = 0,
): Promise<readonly number[]> {
  const times: number[][] = timed.map(() => []);
  let spent = 0;
  try {
    for (let round = -1; round < runs || (spent < leastMs && round < mostRuns); round += 1) {
      const turns = [...timed.entries()];
      for (const [index, one] of round % 2 === 0 ? turns : turns.reverse()) {
        const ms = await timeOf(one);
        if (round >= 0) {
          spent += ms;
          times[index]?.push(ms);
        }
      }
    }
  } finally {
    for (const one of timed) {
      await one.end?.();
    }
  }
  return times.map(median);
}

/** A task compared with its baseline. @param leastMs see `medians`. */
export async function compare(
  value: Timed,
  baseline: Timed,
  runs: number,
  leastMs = 0,
): Promise<Finding> {
  const [ms = NaN, bare = NaN] = await medians([value, baseline], runs, leastMs);
  return { value: ms, baseline: bare, runs };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/**
 * The exponent by which time grows with work: 1 if twice the work takes twice the time. Slope of
 * the best-fitting line through the logarithms.
 */
export function exponentOf(work: readonly number[], times: readonly number[]): number {
  const xs = work.map(Math.log);
  const ys = times.map(Math.log);
  const meanX = mean(xs);
  const meanY = mean(ys);
  const along = xs.map((x, index) => (x - meanX) * ((ys[index] ?? meanY) - meanY));
  return mean(along) / mean(xs.map((x) => (x - meanX) ** 2));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
