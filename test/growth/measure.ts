/** Ratio of the larger size to the smaller. */
export const growth = 8;

/**
 * Tolerated multiple of `n log n`: 8 times the input takes 10 times as long for `n log n`, and 64
 * times for quadratic work.
 */
const mostGrowth = 24;

/** Shorter times are noise. CPU ms. */
const leastMs = 4;

/** A busy machine only makes measurements longer. */
const tries = 4;

export interface Grown {
  readonly ratio: number;
  readonly isTooMuch: boolean;
}

/**
 * How much longer a task takes for eight times the input: the shortest of several measurements of
 * each, in CPU time. Repeats only suspicious results.
 */
export async function grownBy(
  small: () => Promise<unknown>,
  large: () => Promise<unknown>,
): Promise<Grown> {
  let least = Infinity;
  let most = Infinity;
  let ratio = Infinity;
  for (let attempt = 0; attempt < tries && ratio > mostGrowth; attempt += 1) {
    most = Math.min(most, await costOf(large));
    ratio = most / leastMs;
    if (ratio > mostGrowth) {
      least = Math.min(least, await costOf(small));
      ratio = most / Math.max(leastMs, least);
    }
  }
  return { ratio, isTooMuch: ratio > mostGrowth };
}

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const begun = processorMs();
  await work();
  return processorMs() - begun;
}

/** CPU time of this process. A busy machine takes none of it away. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
