const dash = 0x2d;
const point = 0x2e;
const zero = 0x30;
const letterT = 0x54;
const letterZ = 0x5a;
/** Of the months, without leap days. */
const days: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDigit(bytes: Uint8Array, at: number): boolean {
  const digit = (bytes[at] ?? 0) - zero;
  return digit >= 0 && digit <= 9;
}

/**
 * Epoch ms of `2026-08-05T10:11:12`, if it stands at a place, as UTC; else NaN, also for the rarest.
 *
 * @param between what stands between hours, minutes and seconds.
 */
export function dateTimeIn(
  bytes: Uint8Array,
  from: number,
  between: number,
  milliseconds: number,
): number {
  if (
    bytes[from + 4] !== dash ||
    bytes[from + 7] !== dash ||
    bytes[from + 10] !== letterT ||
    bytes[from + 13] !== between ||
    bytes[from + 16] !== between
  ) {
    return NaN;
  }
  const year = pairIn(bytes, from) * 100 + pairIn(bytes, from + 2);
  const month = pairIn(bytes, from + 5);
  const day = pairIn(bytes, from + 8);
  const hours = pairIn(bytes, from + 11);
  const minutes = pairIn(bytes, from + 14);
  const seconds = pairIn(bytes, from + 17);
  return year >= 1900 &&
    day >= 1 &&
    day <= (days[month - 1] ?? 0) &&
    hours < 24 &&
    minutes < 60 &&
    seconds < 60
    ? Date.UTC(year, month - 1, day, hours, minutes, seconds, milliseconds)
    : NaN;
}

/** Of a date in UTC: its fraction and Z between two places, or Z alone; NaN for anything else. */
export function millisecondsIn(bytes: Uint8Array, from: number, to: number): number {
  if (to <= from || bytes[to - 1] !== letterZ) {
    return NaN;
  }
  if (to === from + 1) {
    return 0;
  }
  let value = 0;
  for (let at = from + 1; at < to - 1; at += 1) {
    if (!isDigit(bytes, at)) {
      return NaN;
    }
    if (at < from + 4) {
      value = value * 10 + (bytes[at] ?? 0) - zero;
    }
  }
  const digits = to - from - 2;
  const isFraction = bytes[from] === point && digits > 0;
  return isFraction ? value * 10 ** Math.max(0, 3 - digits) : NaN;
}

/** Two digits; NaN for anything else. */
function pairIn(bytes: Uint8Array, at: number): number {
  return isDigit(bytes, at) && isDigit(bytes, at + 1)
    ? ((bytes[at] ?? 0) - zero) * 10 + (bytes[at + 1] ?? 0) - zero
    : NaN;
}
