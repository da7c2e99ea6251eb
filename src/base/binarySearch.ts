/**
 * The first index in `from` to `to` for which `isPast` holds, if it holds for all after that one;
 * `to` if it holds for none.
 */
export function firstPlace(from: number, to: number, isPast: (place: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = low + ((high - low) >>> 1);
    if (isPast(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
