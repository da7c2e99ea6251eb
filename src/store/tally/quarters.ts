/** In every time zone, a day begins at one of these. ms */
export const quarter = 15 * 60_000;

/** Quarters of an hour since 1970, and one more; 0 for no time, and none that a calendar has for what is no date. */
export function timeNumber(time: number | undefined): number {
  return time === undefined ? 0 : time >= 0 && time < 1e16 ? 1 + Math.floor(time / quarter) : 1e12;
}

/** Epoch ms; undefined if nothing says when. */
export function timeOf(number: number): number | undefined {
  return number === 0 ? undefined : (number - 1) * quarter;
}
