import type { SessionEvent } from './event.ts';
import type { Problem } from './problem.ts';
import type { Source } from './source.ts';

/** What an adapter makes of one parsed line. */
export interface DecodedLine {
  readonly events: readonly SessionEvent[];
  readonly problems: readonly Problem[];
  /** The line's sequence number, where the format has one. Checked by the log's index. */
  readonly seq?: number;
}

/** An adapter's decoder: pure, total, and dependent on nothing but its arguments. */
export type DecodeRecord = (
  record: Readonly<Record<string, unknown>>,
  source: Source,
) => DecodedLine;
