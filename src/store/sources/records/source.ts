import type { Pacer } from '#base/pacer.ts';
import type { Source, Problem } from '#core/events/decodedLine.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import type { FileStat, Result } from '../../disk/fileSystem.ts';

/**
 * A session where its agent keeps it, as records. Only a source knows what the address of a record
 * means; all above it knows the records alone, and the state of the whole.
 */
export interface SessionSource {
  /** A different result means that the session has changed. `size` is that of its records. */
  stat(): Result<FileStat>;

  /** Begins to go through the records, from the first, or from one that was read before. */
  read(from?: Source): RecordReading;

  /** The records from the last to the first. One that is still being written is left out. */
  readBackward(): BackwardReading;

  /**
   * Whether rows of the session may show a text, decided from the stored bytes without parsing them.
   *
   * @throws UserError if it cannot be read; the signal's reason when aborted.
   */
  mightContain(text: SoughtText, pacer: Pacer): Promise<boolean>;
}

/** What a source needs to look for a text in what is stored. */
export interface SoughtText {
  /** Buffer that is searched. It is shared, so its content does not survive a pause. */
  readonly room: Buffer;
  /** Overlap of two fillings in bytes, so that a match across their border is found in the second. */
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

/** How far a reading got; `replaced`: another session has taken the place of this one. */
export type ReadingProgress = 'more' | 'complete' | 'replaced';

/** One pass through a session. Nothing stays open between calls. */
export interface RecordReading {
  /** The session as it was when it was last read; undefined before. */
  readonly stat: FileStat | undefined;

  /**
   * Passes on the next records, worth a few milliseconds of work.
   *
   * @param take returns how much work a record was; an ordinary one is 1.
   * @param verify checks that what was read before is still the same; needed once per pass.
   * @throws UserError if the session cannot be read, as `valueOf`.
   */
  next(take: (record: RawRecord) => number, verify: boolean): ReadingProgress;

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
   * The session as one text for a search without parsing; records' offsets are positions in it. Only logs have
   * it.
   *
   * @returns what there is from `offset` on, as far as there is room.
   * @throws as `again`.
   */
  bytesAt?(offset: number, room: Buffer): Buffer;
}

export interface BackwardReading {
  readonly isDone: boolean;
  /** Goes some records further back, until `visit` returns something. @throws as `RecordReading.next`. */
  next<T>(visit: (record: RawRecord) => T | undefined): T | undefined;
}

/** Another session has taken the place of the one that was read. */
export class SessionReplaced extends Error {
  override readonly name = 'SessionReplaced';
}

/** The items, if all of their records still exist. @throws SessionReplaced */
export function allRead<T>(items: readonly (T | undefined)[]): readonly T[] {
  if (!items.every((item) => item !== undefined)) {
    throw new SessionReplaced();
  }
  return items;
}

const workOfProblem = 10;
const looksOfProblem = 20;

/** Records examined before giving up on garbage, as `looksAt` counts them. */
export const maxLooks = 20_000;

/** Work that a record was, as `RecordReading.next` wants it: describing a problem takes long. */
export function workOf(problems: number): number {
  return 1 + workOfProblem * problems;
}

/** Looks that a record counts for; one that is not JSON for as many as its errors cost. */
export function looksAt(problems: readonly Problem[]): number {
  return 1 + looksOfProblem * problems.filter(({ code }) => code === 'badJson').length;
}
