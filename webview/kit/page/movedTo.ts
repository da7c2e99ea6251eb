/**
 * Index of the item that a key moves to in a list; undefined for any other key.
 *
 * @param page items of a screen; without it, the page keys move nowhere.
 */
export function movedTo(key: string, at: number, count: number, page = NaN): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key] ?? NaN;
  return Number.isNaN(next) ? undefined : Math.max(0, Math.min(next, count - 1));
}
