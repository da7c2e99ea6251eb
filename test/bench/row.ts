import { exponentOf, medians, type Finding, type Timed } from './measure.ts';

/** How much is measured. */
export interface Scale {
  readonly quick: boolean;
  readonly runs: number;
  /** Sessions of the lists. */
  readonly sessions: number;
  /** Bytes of a large session, and of a very large one. */
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

/** One line of the bench's table. */
export interface BenchRow {
  readonly name: string;
  readonly title: string;
  /** What it is measured against. */
  readonly against: string;
  readonly unit: 'ms' | 'MB' | 'KB' | 'exponent';
  /** Most that value may be as a multiple of the baseline. */
  readonly target: number;
  /** Takes long or fetches much: left out by `--quick` unless it is named. */
  readonly isLong?: boolean;
  /** Is measured in VS Code's Node where this one has no SQLite. */
  readonly needsSqlite?: boolean;
  find(scale: Scale): Promise<Finding>;
}

/** Something whose work can be made 1, 2, 4 and 8 times as much; `share` is up to 1. */
export type TimedShare = (scale: Scale, share: number) => Promise<Timed>;

const shares = [1 / 8, 1 / 4, 1 / 2, 1] as const;

/** A slope through four points is only as good as the least of them. */
const growthMs = 1_000;

/**
 * How the time of another row grows.
 *
 * @param least what is measured in a quick bench, too, where less of it is too little to tell.
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
