/** The latest year that a date in a log may be of. */
const lastYear = 9_999;

/** The day of a time by this machine's clock, as in `2026-11-20`; empty if no calendar has it. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const year = date.getFullYear();
  return year >= 1970 && year <= lastYear
    ? [year, twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-')
    : '';
}

/** @param days may be negative. */
export function dayAfter(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return dayOf(new Date(year, month - 1, date + days).getTime());
}

/** What one bar of a plot stands for. */
export type BinSize = 'day' | 'week' | 'month';

/** More bars than a reader can tell apart. */
const mostDays = 92;
const mostWeeks = 2 * 366;
/** A date in a log may be any; what lies further back is in the first bar. */
const mostBins = 240;

/** The bars of a plot, by the day that each begins with. */
export interface Bins {
  readonly size: BinSize;
  readonly starts: readonly string[];
}

/** Bars without gaps from one day to another; as few as it takes. */
export function binsOf(first: string, last: string): Bins {
  const [from, to] = [noonOf(first), noonOf(last)];
  const days = Math.round((to - from) / 86_400_000) + 1;
  const size = days <= mostDays ? 'day' : days <= mostWeeks ? 'week' : 'month';
  const starts: string[] = [];
  let start = binStart(last, size);
  const end = binStart(first, size);
  while (starts.length < mostBins && start >= end && start !== '') {
    starts.push(start);
    start = binStart(dayAfter(start, -1), size);
  }
  return { size, starts: starts.reverse() };
}

/** The day that the bar of a day begins with: itself, the Monday before it, or the month's first. */
export function binStart(day: string, size: BinSize): string {
  switch (size) {
    case 'day':
      return day;
    case 'week':
      return dayAfter(day, -((new Date(noonOf(day)).getDay() + 6) % 7));
    case 'month':
      return `${day.slice(0, 7)}-01`;
  }
}

/** Noon of a day, epoch ms: some days begin at one o'clock. */
export function noonOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12).getTime();
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
