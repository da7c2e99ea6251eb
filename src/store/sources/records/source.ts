import type { Pacer } from '#base/pacer.ts';
import type { Source } from '#core/events/decodedLine.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import type { FileStat, Result } from '../../disk/fileSystem.ts';

/**
 * A session where its agent keeps it, as records. Only a source knows what the address of a record
 * means; all above it knows the records alone, and the state of the whole.
 */
export interface SessionSource {
  /** Another answer than before means that the session changed. `size` is that of its records. */
  stat(): Result<FileStat>;

  /** Begins to go through the records, from the first, or from one that was read before. */
  read(from?: Source): RecordReading;

  /** The records from the last to the first. One that is still being written is left out. */
  readBackward(): BackwardReading;

  /**
   * Whether rows of the session may show a text, by what is stored and without parsing it.
   *
   * @throws UserError if it cannot be read; the signal's reason when aborted.
   */
  mightContain(text: SoughtText, pacer: Pacer): Promise<boolean>;
}

/** What a source needs to look for a text in what is stored. */
export interface SoughtText {
  /** Where bytes are searched. Shared: nothing in it outlives a pause. */
  readonly room: Buffer;
  /** Bytes that two rooms full must share, so that whatever stands across is in the second. */
  readonly overlap: number;
  /**
   * Whether the first bytes in the room may say it.
   *
   * @param areLines whatever the text stands in is on one line, as in a log.
   */
  isIn(length: number, areLines: boolean): boolean;
  /** One of these stands wherever the text does; for what is no bytes. */
  readonly spellings: readonly Spelling[];
}

export interface Spelling {
  readonly text: string;
  /** Of ASCII letters. */
  readonly ignoreCase: boolean;
}

/** How far a reading came; `replaced`: another session lies there than the one that was begun. */
export type Progress = 'more' | 'complete' | 'replaced';

/** One way through a session. Nothing is held open between two calls. */
export interface RecordReading {
  /** The session as it was when it was last read; undefined before. */
  readonly stat: FileStat | undefined;

  /**
   * Gives the next records, as many as are some milliseconds of work.
   *
   * @param take returns how much work a record was, where an ordinary one is 1.
   * @param verify looks whether what was read still is what lies there; wanted once for each new look.
   */
  next(take: (record: RawRecord) => number, verify: boolean): Result<Progress>;

  /** A last record without its end that is whole all the same; `next` gives it again with its end. */
  tail(): RawRecord | undefined;

  /** As `readBackward` of the source, but of what this reading took at once. */
  back?(): BackwardReading;

  /**
   * Lets `work` read single records again.
   *
   * @throws SessionReplaced; UserError if the session cannot be read.
   */
  again<T>(work: (recordAt: (source: Source) => RawRecord) => T): T;

  /**
   * The session as one text, in which the offsets of its records are places, for a search that parses
   * nothing. Only a log is one.
   *
   * @returns what there is from `offset` on, as far as there is room.
   * @throws as `again`.
   */
  bytesAt?(offset: number, room: Buffer): Buffer;
}

export interface BackwardReading {
  /** Every record was visited. */
  readonly isDone: boolean;
  /** Goes some records further back, until `visit` answers. */
  next<T>(visit: (record: RawRecord) => T | undefined): Result<T | undefined>;
}

/** What lies there is not the session that was read before. */
export class SessionReplaced extends Error {
  override readonly name = 'SessionReplaced';
}

/** Items whose records are all still there. @throws SessionReplaced */
export function allRead<T>(items: readonly (T | undefined)[]): readonly T[] {
  if (!items.every((item) => item !== undefined)) {
    throw new SessionReplaced();
  }
  return items;
}
