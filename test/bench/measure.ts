/** What a row of the bench found. */
export interface Finding {
  readonly value: number;
  readonly baseline: number;
  readonly runs: number;
  /** Something worth knowing beside the numbers. */
  readonly note?: string;
}

/** One thing that is timed. Only `run` counts. */
export interface Timed {
  prepare?(): unknown;
  run(): unknown;
  /** After each run. */
  finish?(): unknown;
  /** After the last one. */
  end?(): unknown;
}

/** Milliseconds of one run. The garbage of what came before is not its business. */
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

/** Enough runs, in ms, of what takes so little that a few are as good as chance. */
export const shortRunsMs = 1_500;

/** Runs beyond this tell nothing new. */
const mostRuns = 25;

/**
 * Medians of several runs, in ms. All take turns, forwards and backwards, so that whatever else the
 * machine does hits all alike; one run of each comes first and does not count.
 *
 * @param leastMs what is done sooner is run more often: a median of few short runs is an accident.
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

/** One thing beside its baseline. @param leastMs see `medians`. */
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
 * The exponent with which time grows with work: 1 where twice the work takes twice the time. Slope
 * of the straight line that fits the logarithms best.
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
