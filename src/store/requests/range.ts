/** A request about a session, named by its log's path. */
export interface OfSession {
  readonly path: string;
}

/** A request about one of its rows. */
export interface OfRow extends OfSession {
  readonly rowId: string;
}

/** More than any page shows at once; longer requests would occupy the thread. */
const maxCount = 200;

/** A place in a list as a caller names it, made a whole number. */
export function place(start: number): number {
  return Math.max(0, Math.trunc(start) || 0);
}

/** As many as one answer may hold. */
export function atMost(count: number): number {
  return Math.min(place(count), maxCount);
}
