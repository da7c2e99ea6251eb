import { binStart, binsOf, dayOf, type Bins } from '#core/numbers/days.ts';
import {
  groupsBy,
  separator,
  type NumbersChoice,
  type SessionCells,
} from '#core/numbers/numbers.ts';
import type { NumbersState } from '#protocol/pages/numbersPage.ts';
import { measuredValue } from './measures.ts';

/** As many as there are colors; the rest are one. */
const mostSeries = 6;

export interface Series {
  /** Key of its group; undefined for all others together. */
  readonly key: string | undefined;
  readonly total: number;
}

/** Bars of what was done from day to day, each of them a stack. */
export interface Plot {
  readonly bins: Bins;
  /** The largest first. */
  readonly series: readonly Series[];
  /** By bar, then by series. */
  readonly values: readonly (readonly number[])[];
  /** Of each bar as a whole: a session that used two models is one. */
  readonly totals: readonly number[];
  /** Height of the highest stack. */
  readonly max: number;
}

/** @param now epoch ms. */
export function plotOf(
  sessions: readonly SessionCells[],
  { from }: NumbersChoice,
  {
    measure,
    stacking,
    withSubAgents,
  }: Pick<NumbersState, 'measure' | 'stacking' | 'withSubAgents'>,
  now: number,
): Plot {
  const today = dayOf(now);
  let first = today;
  let last = today;
  for (const { cells } of sessions) {
    for (const { day } of cells) {
      if (day !== '' && day >= from) {
        first = day < first ? day : first;
        last = day > last ? day : last;
      }
    }
  }
  const bins = binsOf(from === '' ? first : from, last);
  const [start = ''] = bins.starts;
  const binFor = new Map<string, string | undefined>([['', undefined]]);
  const dayFor = (day: string) => {
    if (!binFor.has(day)) {
      const bin = binStart(day, bins.size);
      binFor.set(day, bin < start ? start : bin);
    }
    return binFor.get(day);
  };
  const all = { from, dayFor };
  const sizes = groupsBy(sessions, [stacking], all)
    .map((group) => ({ key: group.key, total: measuredValue(group, measure, withSubAgents) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total);
  const shown = sizes.length > mostSeries ? sizes.slice(0, mostSeries - 1) : sizes;
  const rest = sizes.slice(shown.length).reduce((sum, { total }) => sum + total, 0);
  const series: readonly Series[] = [
    ...shown,
    ...(rest > 0 ? [{ key: undefined, total: rest }] : []),
  ];
  const barOf = new Map(bins.starts.map((day, at) => [day, at]));
  const stackOf = new Map(shown.map(({ key }, at) => [key, at]));
  const values = bins.starts.map(() => series.map(() => 0));
  for (const group of groupsBy(sessions, ['day', stacking], all)) {
    const [day = '', key = ''] = group.key.split(separator);
    const bar = values[barOf.get(day) ?? -1];
    const at = stackOf.get(key) ?? series.length - 1;
    if (bar !== undefined && series.length > 0) {
      bar[at] = (bar[at] ?? 0) + measuredValue(group, measure, withSubAgents);
    }
  }
  const totals = bins.starts.map(() => 0);
  for (const group of groupsBy(sessions, ['day'], all)) {
    totals[barOf.get(group.key) ?? -1] = measuredValue(group, measure, withSubAgents);
  }
  const sums = values.map((bar) => bar.reduce((sum, value) => sum + value, 0));
  const max = sums.reduce((highest, sum) => Math.max(highest, sum), 0);
  return { bins, series, values, totals, max };
}

/** Values of an axis from 0 to beyond a maximum, few and round. */
export function ticksOf(max: number): readonly number[] {
  if (max <= 0) {
    return [0];
  }
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
