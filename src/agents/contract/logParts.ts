import type { JsonRecord } from '#core/jsonl/readRecords.ts';

/**
 * For an agent that keeps one session in several logs, or the history of a fork in its parent's. All of
 * names and single records say so; the store finds the files and puts them together.
 */
export interface LogParts {
  /** What a file is a part of, by its name; undefined for a file that is no session's. */
  partOf(name: string): LogPart | undefined;
  /** What came before a part, by its first record; undefined if it begins the session. */
  historyOf(first: JsonRecord): PartHistory | undefined;
  /** A record's number. @param start of its line, as Latin-1. */
  numberIn(start: string): number | undefined;
  /** ASCII text on every record that tells the sum of what was used so far. */
  readonly sumMark: string;
  /** Whether a record says anything; those at the end of a part that do not are no branch. */
  isTelling(record: JsonRecord): boolean;
  /** The record that stands before a part's own ones and says what they follow. */
  jointOf(joint: Joint): JsonRecord;
}

export interface LogPart {
  readonly session: string;
  /** By which others name it. */
  readonly part: string;
  /** Sorts the parts of a session as they were begun. */
  readonly order: string;
}

/** What came before a part. */
export type PartHistory =
  | {
      readonly kind: 'base';
      /** The part that has it. */
      readonly part: string;
      /** Number of the first record there that is not of it. */
      readonly end: number;
      /** Where that begins, in bytes, if the part is what it was. */
      readonly offset: number | undefined;
      /** It is not shown: the session is a sub-agent's. */
      readonly isHidden: boolean;
    }
  | {
      /** It was copied into the part, behind the first record. */
      readonly kind: 'copy';
      /** The part that it was copied from. */
      readonly part: string;
      /** Number of the first own record, if it says so. */
      readonly end: number | undefined;
      readonly isHidden: boolean;
      /** Whether a record is the header of the part that was copied, which not all copies begin with. */
      isHeader(record: JsonRecord): boolean;
      /** Whether a turn that begins with this record is the session's own; undefined if it does not tell. */
      isOwn(record: JsonRecord): boolean | undefined;
      /** What a record and its copy have in common; undefined for one that may be missing in either. */
      textOf(record: JsonRecord): string | undefined;
    };

/** Where one part ends and the next goes on. */
export interface Joint {
  /** What the records after it follow, in bytes of the whole; undefined for the record before. */
  readonly after: number | undefined;
  /** All before it is another session's: its ID. */
  readonly others: string | undefined;
  /** The part with the history, if it is not there. */
  readonly missing: string | undefined;
  /** The last record of the history with a sum; undefined if it has none. */
  readonly sum: JsonRecord | undefined;
  /** The first own one, where the history is missing. */
  readonly next: JsonRecord | undefined;
}
