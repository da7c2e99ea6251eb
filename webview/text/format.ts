/** Numbers and times as the reader writes them. */
interface Formats {
  readonly plain: Intl.NumberFormat;
  readonly compact: Intl.NumberFormat;
  readonly dollars: Intl.NumberFormat;
  readonly dateTime: Intl.DateTimeFormat;
  readonly time: Intl.DateTimeFormat;
  readonly exact: Intl.DateTimeFormat;
}

let locale: string | undefined;
let made: Formats | undefined;

/** @param tag BCP 47, the host's language; empty for the system's. */
export function setLocale(tag: string): void {
  locale = tag === '' ? undefined : tag;
  made = undefined;
}

/** Made once, when first needed: each costs a lookup of the locale's data. */
function formats(): Formats {
  made ??= {
    plain: new Intl.NumberFormat(locale),
    compact: new Intl.NumberFormat(locale, { notation: 'compact' }),
    dollars: new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }),
    dateTime: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
    time: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
    exact: new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }),
  };
  return made;
}

export function formatCount(count: number): string {
  return formats().plain.format(count);
}

/** `1 row`, `2 rows`; `many` where the plural is not made with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formats().plain.format(count)} ${count === 1 ? one : many}`;
}

/** A length in UTF-16 units, rounded: `48K characters`. */
export function formatLength(length: number): string {
  return `${formats().compact.format(length)} characters`;
}

/** A number of tokens or the like, rounded: `182K`. */
export function formatAmount(amount: number): string {
  return isAmount(amount) ? formats().compact.format(amount) : '?';
}

/** A log can hold any number where an amount should be. */
export function isAmount(amount: number): boolean {
  return amount >= 0 && amount <= 1e12;
}

/** US dollars; what is less than a cent says so. */
export function formatCost(dollars: number): string {
  return dollars < 0.01 ? `<${formats().dollars.format(0.01)}` : formats().dollars.format(dollars);
}

const units: readonly { readonly name: string; readonly size: number }[] = [
  { name: 'GB', size: 1_000_000_000 },
  { name: 'MB', size: 1_000_000 },
  { name: 'KB', size: 1_000 },
];

export function formatBytes(bytes: number): string {
  const unit = units.find(({ size }) => bytes >= size);
  return unit === undefined ? `${bytes} B` : `${(bytes / unit.size).toFixed(1)} ${unit.name}`;
}

/** @param ns nanoseconds. */
export function formatDuration(ns: number): string {
  const ms = ns / 1e6;
  if (ms < 1) {
    return '<1 ms';
  }
  if (ms < 999.5) {
    return `${Math.round(ms)} ms`;
  }
  const seconds = ms / 1000;
  if (seconds < 59.95) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) {
    return `${minutes} min ${whole % 60} s`;
  }
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** @param at epoch ms. */
export function formatDateTime(at: number): string {
  return formatted(formats().dateTime, at);
}

/** For tooltips. @param at epoch ms. */
export function formatExactly(at: number): string {
  return formatted(formats().exact, at);
}

/** The later of two times in as few words as tell it: on the same day, the time alone. */
export function formatAfter(at: number, earlier: number | undefined): string {
  const isSameDay =
    earlier !== undefined && new Date(at).toDateString() === new Date(earlier).toDateString();
  return formatted(isSameDay ? formats().time : formats().dateTime, at);
}

/** For machines; undefined where there is no such time. @param at epoch ms. */
export function isoTime(at: number): string | undefined {
  return isTime(at) ? new Date(at).toISOString() : undefined;
}

function formatted(format: Intl.DateTimeFormat, at: number): string {
  return isTime(at) ? format.format(at) : 'unknown time';
}

/** A log can hold any number where a time should be; `Date` ends 100 million days from 1970. */
function isTime(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}
