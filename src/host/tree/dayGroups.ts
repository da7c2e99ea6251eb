import type { SessionSummary } from '#core/events/session.ts';
import { firstPlace } from '#base/binarySearch.ts';

/** A group of days at the top level: one of the last days, or a month such as `2026-11`. */
export type DayKey = 'today' | 'yesterday' | 'lastWeek' | `${number}-${number}`;
/** A single day within a group that has too many sessions for one list, such as `2026-11-21`. */
export type SingleDayKey = `${number}-${number}-${number}`;

/** Groups that start open, however many sessions are above them. */
export const recentDays: ReadonlySet<string> = new Set<DayKey>(['today', 'yesterday', 'lastWeek']);

export function isSingleDay(day: DayKey | SingleDayKey): boolean {
  return day === 'today' || day === 'yesterday' || day.split('-').length === 3;
}

export function singleDayKey({ updatedAt }: SessionSummary): SingleDayKey {
  const date = new Date(updatedAt);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Maps moments to day groups. Built for one `now`, because a list has thousands of moments. */
export function dayKeys(now: number): (time: number) => DayKey {
  const startOfDay = (ago: number) => {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() - ago).getTime();
  };
  const [today, yesterday, lastWeek] = [startOfDay(0), startOfDay(1), startOfDay(6)];
  let month: { readonly from: number; readonly to: number; readonly key: DayKey } | undefined;
  return (time) => {
    if (time >= lastWeek) {
      return time >= today ? 'today' : time >= yesterday ? 'yesterday' : 'lastWeek';
    }
    if (month === undefined || time < month.from || time >= month.to) {
      const date = new Date(time);
      const [year, number] = [date.getFullYear(), date.getMonth()];
      month = {
        from: new Date(year, number).getTime(),
        to: new Date(year, number + 1).getTime(),
        key: `${year}-${number + 1}`,
      };
    }
    return month.key;
  };
}

/**
 * Groups items by key, for long lists in which equal keys stand together: binary search finds the
 * end of each group, so few items need their key computed. A recurring key joins its earlier group.
 */
export function groupsOf<Item extends object, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, readonly Item[]>();
  for (let start = 0, first = items[0]; first !== undefined; first = items[start]) {
    const key = keyOf(first);
    const end = firstPlace(start + 1, items.length, (at) => {
      const item = items[at];
      return item === undefined || keyOf(item) !== key;
    });
    groups.set(key, [...(groups.get(key) ?? []), ...items.slice(start, end)]);
    start = end;
  }
  return groups;
}
