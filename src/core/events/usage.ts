/** Tokens, and US dollars if the agent computed them. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Tokens of `cacheWrite` that stay in the cache for an hour, which costs more; none if absent. */
  readonly cacheWriteLong?: number;
  readonly cost: number;
}

/** Every token that a request sent, from the cache or not. */
export function sentOf({ input, cacheRead, cacheWrite }: Usage): number {
  return input + cacheRead + cacheWrite;
}

/** Every token that went in or came out. */
export function tokensOf({ input, output, cacheRead, cacheWrite }: Usage): number {
  return input + output + cacheRead + cacheWrite;
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

/** @param sign of what is added. */
export function sumOf(sum: Usage | undefined, usage: Usage, sign: 1 | -1): Usage {
  if (sum === undefined) {
    return usage;
  }
  const long = (sum.cacheWriteLong ?? 0) + sign * (usage.cacheWriteLong ?? 0);
  const all = {
    input: sum.input + sign * usage.input,
    output: sum.output + sign * usage.output,
    cacheRead: sum.cacheRead + sign * usage.cacheRead,
    cacheWrite: sum.cacheWrite + sign * usage.cacheWrite,
    cost: sum.cost + sign * usage.cost,
  };
  return long === 0 ? all : { ...all, cacheWriteLong: long };
}

/** How much more a sum holds than what was counted one by one. */
export function beyond(sum: Usage, counted: Usage): Usage {
  return {
    input: Math.max(0, sum.input - counted.input),
    output: Math.max(0, sum.output - counted.output),
    cacheRead: Math.max(0, sum.cacheRead - counted.cacheRead),
    cacheWrite: Math.max(0, sum.cacheWrite - counted.cacheWrite),
    cost: Math.max(0, sum.cost - counted.cost),
  };
}
