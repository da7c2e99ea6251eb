/** The larger of two sizes, in the smaller. */
export const growth = 8;

/**
 * Times what `n log n` takes for that is not yet called worse: 8 times the input takes 10 times as long
 * for `n log n` and 64 times for the square of it.
 */
const mostGrowth = 24;

/** What takes less is measured by chance. ms of the processor. */
const leastMs = 8;

/** A busy machine makes single measurements longer and never shorter. */
const tries = 4;

export interface Grown {
  readonly ratio: number;
  readonly isTooMuch: boolean;
}

/**
 * How much longer something takes for eight times the input: the shortest of several measurements of
 * each, in time of the processor. A second look is taken only at what seems to be too much.
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
