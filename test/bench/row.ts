import { exponentOf, medians, type Finding, type Timed } from './measure.ts';

/** Sizes of a measurement. */
export interface Scale {
  readonly quick: boolean;
  readonly runs: number;
  /** Number of sessions in lists. */
  readonly sessions: number;
  /** Bytes of a large and of a very large session. */
  readonly large: number;
  readonly huge: number;
}

export const fullScale: Scale = {
  quick: false,
  runs: 7,
  sessions: 10_000,
  large: 200e6,
  huge: 1024e6,
};

export const quickScale: Scale = {
  quick: true,
  runs: 3,
  sessions: 2_000,
  large: 40e6,
  huge: 200e6,
};

/** A row of the benchmark table. */
export interface BenchRow {
  readonly name: string;
  readonly title: string;
  /** The baseline. */
  readonly against: string;
  readonly unit: 'ms' | 'MB' | 'KB' | 'exponent';
  /** Limit as a multiple of the baseline. */
  readonly target: number;
  /** Slow, or downloads a lot: skipped by `--quick` unless named. */
  readonly isLong?: boolean;
  /** Is measured in VS Code's Node where this one has no SQLite. */
  readonly needsSqlite?: boolean;
  find(scale: Scale): Promise<Finding>;
}

/** A task whose work scales 1, 2, 4 and 8 times; `share` is up to 1. */
export type TimedShare = (scale: Scale, share: number) => Promise<Timed>;

const shares = [1 / 8, 1 / 4, 1 / 2, 1] as const;

/** A slope through four points is only as good as the smallest of them. */
const growthMs = 1_000;

/**
 * How another row's time grows.
 *
 * @param least part to measure even in a quick run, where less would be too little.
 */
export function growthRow(
  name: string,
  title: string,
  timedShare: TimedShare,
  least: Partial<Scale> = {},
): BenchRow {
  return {
    name: `growth:${name}`,
    title: `growth of: ${title}`,
    against: 'linear',
    unit: 'exponent',
    target: 1.05,
    async find(scale) {
      const timed: Timed[] = [];
      for (const share of shares) {
        timed.push(await timedShare({ ...scale, ...least }, share));
      }
      const times = await medians(timed, scale.runs, growthMs);
      const note = times.map((ms) => ms.toFixed(ms < 10 ? 1 : 0)).join(', ');
      const value = exponentOf(shares, times);
      return { value, baseline: 1, runs: scale.runs, note: `${note} ms` };
    },
  };
}
