/** Ratio of the larger size to the smaller. */
export const growth = 8;

/**
 * Tolerated multiple of `n log n`: 8 times the input takes 10 times as long for `n log n`, and 64
 * times for quadratic work.
 */
const mostGrowth = 24;

/** Shorter times are noise. CPU ms. */
const leastMs = 8;

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
  for (let attempt = 0; attempt < tries; attempt += 1) {
    least = Math.min(least, await processorMs(small));
    most = Math.min(most, await processorMs(large));
    const ratio = most / Math.max(leastMs, least);
    if (ratio <= mostGrowth) {
      return { ratio, isTooMuch: false };
    }
  }
  return { ratio: most / Math.max(leastMs, least), isTooMuch: true };
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
