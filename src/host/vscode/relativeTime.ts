import { t } from '#base/l10n.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How long ago something was, as the list says it: by the clock within a day, by the calendar after
 * that. A moment in the future (another machine's clock) counts as now.
 *
 * @param then epoch ms
 * @param now epoch ms
 * @param locale BCP 47
 * @param style `narrow` if space is: “3m ago”
 */
export function relativeTime(
  then: number,
  now: number,
  locale: string,
  style: 'long' | 'narrow' = 'long',
): string {
  const age = Math.max(0, now - then);
  if (age < minute) {
    return formatFor(locale, 'long').format(0, 'second');
  }
  const format = formatFor(locale, style);
  if (age < hour) {
    return format.format(-Math.floor(age / minute), 'minute');
  }
  if (age < day) {
    return format.format(-Math.floor(age / hour), 'hour');
  }
  const days = calendarDays(then, now);
  if (days < 7) {
    return format.format(-days, 'day');
  }
  if (days < 31) {
    return format.format(-Math.floor(days / 7), 'week');
  }
  const months = calendarMonths(then, now);
  return months < 12
    ? format.format(-Math.max(1, months), 'month')
    : format.format(-Math.floor(months / 12), 'year');
}

/** How soon something will be, never later than it is: “in 3 days”, “in 5 hours”. Undefined for the past. */
export function timeUntil(then: number, now: number, locale: string): string | undefined {
  const wait = then - now;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  return wait <= 0
    ? undefined
    : wait >= 2 * day
      ? format.format(Math.floor(wait / day), 'day')
      : wait >= hour
        ? format.format(Math.floor(wait / hour), 'hour')
        : format.format(Math.max(1, Math.floor(wait / minute)), 'minute');
}

/** How long ago something was in two characters, which is what a badge has: “5m”, “½h”, “3h”, “2d”, “6w”, “4y”. */
export function shortAge(then: number, now: number): string {
  const age = Math.max(0, now - then);
  if (age < hour) {
    const minutes = Math.max(1, Math.floor(age / minute));
    return minutes < 10 ? t('{0}m', minutes) : t('{0}h', quarters(minutes / 60));
  }
  if (age < day) {
    const hours = Math.floor(age / hour);
    return hours < 10 ? t('{0}h', hours) : t('{0}d', '½');
  }
  const days = Math.max(1, calendarDays(then, now));
  if (days < 7) {
    return t('{0}d', days);
  }
  if (days < 63) {
    return t('{0}w', Math.floor(days / 7));
  }
  const months = Math.floor(days / 30.44);
  return months < 10
    ? t('{0}M', months)
    : t('{0}y', Math.min(9, Math.max(1, Math.floor(days / 365))));
}

function quarters(part: number): string {
  return part < 0.375 ? '¼' : part < 0.7 ? '½' : '¾';
}

/** Milliseconds until `relativeTime` for the same moment may change; at most until midnight. */
export function untilRelativeTimeChanges(then: number, now: number): number {
  const age = Math.max(0, now - then);
  const unit = age < hour ? minute : age < day ? hour : undefined;
  const untilMidnight = startOfDay(now, 1) - now;
  if (unit === undefined) {
    return untilMidnight;
  }
  return Math.min(untilMidnight, then > now ? then + minute - now : unit - (age % unit));
}

/** Whole days between the two dates on the local calendar. */
export function calendarDays(then: number, now: number): number {
  // Rounded, because a day with a clock change has 23 or 25 hours.
  return Math.max(0, Math.round((startOfDay(now, 0) - startOfDay(then, 0)) / day));
}

function calendarMonths(then: number, now: number): number {
  const from = new Date(then);
  const to = new Date(now);
  return (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth();
}

/** Midnight on the local calendar, so many days after a moment. */
export function startOfDay(time: number, plusDays: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + plusDays).getTime();
}

/** Creating a format costs more than using it 100 times. A window has one locale, in two styles. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

function formatFor(locale: string, style: 'long' | 'narrow'): Intl.RelativeTimeFormat {
  const key = `${style} ${locale}`;
  // Narrow words for the previous unit are no shorter and read badly: “last wk.”
  const numeric = style === 'narrow' ? 'always' : 'auto';
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric, style });
  formats.set(key, format);
  return format;
}
