import type { Finding } from './measure.ts';
import type { BenchRow } from './row.ts';

/** A row in `--json` output. */
export interface Result {
  readonly name: string;
  readonly unit: BenchRow['unit'];
  readonly value: number | null;
  readonly baseline: number | null;
  readonly ratio: number | null;
  readonly target: number;
  readonly runs: number;
  readonly title: string;
  readonly against: string;
  readonly note?: string;
}

export function resultOf(
  {
    name,
    title,
    against,
    unit,
    target,
  }: Pick<BenchRow, 'name' | 'title' | 'against' | 'unit' | 'target'>,
  { value, baseline, runs, note }: Finding,
): Result {
  const numbers = {
    value: finite(value),
    baseline: finite(baseline),
    ratio: finite(value / baseline),
  };
  const more = note === undefined ? {} : { note };
  return { name, unit, ...numbers, target, runs, title, against, ...more };
}

/** JSON cannot express NaN. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

export function isWithin({ ratio, target }: Result): boolean {
  return ratio !== null && ratio <= target;
}

export const head =
  `${'row'.padEnd(22)} ${'value'.padStart(11)} ${'baseline'.padStart(11)} ` +
  `${'ratio'.padStart(7)} ${'target'.padStart(7)}`;

export function lineOf(result: Result): string {
  const { name, unit, value, baseline, ratio, target, note } = result;
  const cells = [
    name.padEnd(22),
    amount(value, unit).padStart(11),
    amount(baseline, unit).padStart(11),
    (ratio?.toFixed(2) ?? '-').padStart(7),
    `≤ ${target}`.padStart(7),
    ratio === null ? 'not measured' : isWithin(result) ? 'ok' : 'OVER',
  ];
  return `${cells.join(' ')}${note === undefined ? '' : `  (${note})`}`;
}

function amount(value: number | null, unit: BenchRow['unit']): string {
  if (value === null) {
    return '-';
  }
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return unit === 'exponent' ? value.toFixed(2) : `${value.toFixed(digits)} ${unit}`;
}
