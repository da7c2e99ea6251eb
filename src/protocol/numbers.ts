import type { SessionNumbers } from '#core/numbers/numbers.ts';

/** Numbers of sessions that were read since the last report. */
export interface NumbersPart {
  /** Sessions that were looked at, so far. */
  readonly looked: number;
  readonly sessions: readonly SessionNumbers[];
}
