import type { RawLine } from './lineSplitter.ts';
import type { JsonRecord } from './readRecords.ts';
import type { Source } from '../events/source.ts';

/** A record as its source provides it; what it means is decided elsewhere. */
export type RawRecord = RawLine | ParsedRecord | UnreadRecord;

/** A record that is already parsed: a database row, a part of a document. */
interface ParsedRecord {
  readonly value: JsonRecord;
  readonly source: Source;
}

/** A record that exists but cannot be read. */
interface UnreadRecord {
  readonly source: Source;
  /** Why, as a sentence for the user. */
  readonly unread: string;
}
