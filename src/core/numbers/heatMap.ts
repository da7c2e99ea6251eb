import { binStart, dayAfter } from './days.ts';

/** How much was done on a day, beside the others: nothing, or one of four quarters of the days. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4;

export interface HeatDay {
  readonly day: string;
  readonly value: number;
  readonly level: HeatLevel;
}

/** Weeks from Monday on, the last of them up to today. @param values by day. */
export function heatMap(
  values: ReadonlyMap<string, number>,
  today: string,
  weeks: number,
): readonly (readonly HeatDay[])[] {
  const monday = binStart(today, 'week');
  const days = Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_each, day) =>
      dayAfter(monday, 7 * (week + 1 - weeks) + day),
    ).filter((day) => day <= today),
  );
  const sorted = days
    .flat()
    .map((day) => values.get(day) ?? 0)
    .filter((value) => value > 0)
    .sort((a, b) => a - b);
  const levels = new Map<number, HeatLevel>([[0, 0]]);
  for (const [rank, value] of sorted.entries()) {
    const isMost = value === sorted.at(-1);
    const level = isMost ? 4 : ((1 + Math.floor((4 * rank) / sorted.length)) as HeatLevel);
    // Equal days are equal.
    levels.set(value, levels.get(value) ?? level);
  }
  return days.map((week) =>
    week.map((day) => {
      const value = values.get(day) ?? 0;
      return { day, value, level: levels.get(value) ?? 0 };
    }),
  );
}
