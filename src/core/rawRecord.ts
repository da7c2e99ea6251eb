import type { RawLine } from './jsonl/lineSplitter.ts';
import type { JsonRecord } from './jsonl/readRecords.ts';
import type { Source } from './source.ts';

/** A record as its source gives it; what it means is decided elsewhere. */
export type RawRecord = RawLine | ParsedRecord | UnreadRecord;

/** A record that needs no parsing any more: a row of a database, a part of a document. */
export interface ParsedRecord {
  readonly value: JsonRecord;
  readonly source: Source;
}

/** A record that is there and cannot be read. */
export interface UnreadRecord {
  readonly source: Source;
  /** Why, as a sentence for the user. */
  readonly unread: string;
}
