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

/** What a task took, in CPU ms: all of it, and its longest piece without a pause. */
export interface Cost {
  readonly ms: number;
  readonly piece: number;
}

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
    least = Math.min(least, (await costOf(small)).ms);
    most = Math.min(most, (await costOf(large)).ms);
    const ratio = most / Math.max(leastMs, least);
    if (ratio <= mostGrowth) {
      return { ratio, isTooMuch: false };
    }
  }
  return { ratio: most / Math.max(leastMs, least), isTooMuch: true };
}

/** The smallest cost of several measurements; of one, if that is small enough. */
export async function leastCost(
  work: () => Promise<unknown>,
  isEnough: (cost: Cost) => boolean,
): Promise<Cost> {
  let least: Cost = { ms: Infinity, piece: Infinity };
  for (let attempt = 0; attempt < tries && !isEnough(least); attempt += 1) {
    const { ms, piece } = await costOf(work);
    least = { ms: Math.min(least.ms, ms), piece: Math.min(least.piece, piece) };
  }
  return least;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  let last = processorMs();
  const begun = last;
  let piece = 0;
  const look = () => {
    const now = processorMs();
    piece = Math.max(piece, now - last);
    last = now;
  };
  let isOver = false;
  // Between two of these, the thread was not given back.
  const turn = () => {
    look();
    if (!isOver) {
      setImmediate(turn);
    }
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
  }
  look();
  return { ms: last - begun, piece };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
