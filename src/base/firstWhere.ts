/**
 * The first place from `start` on that fits, where all after it fit, too; `end` if none does.
 *
 * @param end the place after the last.
 */
export function firstWhere(start: number, end: number, fits: (place: number) => boolean): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
