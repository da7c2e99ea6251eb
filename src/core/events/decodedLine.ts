import { type Words, wordsText } from './phrase.ts';
import type { Events } from './event.ts';

/**
 * Where something was read. Attached to everything, so that the raw record can always be shown and
 * reread. In sources without lines, `line` is a record's ordinal, and only the source knows what
 * `offset` means.
 */
export interface Source {
  /** Line number as in an editor, from 1. */
  readonly line: number;
  /** Offset of the line's first byte in the file, in bytes. */
  readonly offset: number;
  /** Length of the line in bytes, without its line end. */
  readonly length: number;
}

/** What an adapter makes of one parsed line. */
export interface DecodedLine {
  readonly events: Events;
  readonly problems: readonly Problem[];
  /** The line's sequence number, if the format has one. Checked by the log's index. */
  readonly seq?: number;
  /**
   * The line as an entry that others may refer to: where a compaction keeps from, a branch, a
   * label.
   */
  readonly link?: EntryLink;
  /** Epoch ms. */
  readonly time?: number;
  /**
   * The line does not change the session, whatever its date: the list ignores it when sorting by
   * date.
   */
  readonly isAside?: true;
  /** It is another session's, and nothing of it counts, if the line holds nothing else. */
  readonly isOther?: true;
  /** The format has no header: a log may begin with any line. */
  readonly hasNoHeader?: true;
  /** The model that it is of. */
  readonly model?: string;
}

export interface EntryLink {
  /** Absent in formats that give their entries none. A line whose ID was there before is the same again. */
  readonly id?: string;
  /**
   * The entry that this one follows; null for a root. Only in formats whose log is a tree: there
   * the path from the last entry to its root is the session, and the rest are abandoned branches.
   */
  readonly parentId?: string | null | undefined;
  /**
   * In formats where several entries of one turn follow the same entry, as results of parallel calls:
   * a turn is one line of entries, whichever of them the next one names. One that names no entry, or
   * none that is there, follows the one before it.
   *
   * - `starts`: a prompt. It follows all of the turn that it names an entry of, and may begin a branch.
   * - `answers`: a part of that turn, even if another one followed it meanwhile: two programs write.
   * - `continues`: a remark. It comes after that turn and all that followed it.
   * - `passes`: no entry, but the next one may name it.
   */
  readonly turn?: 'starts' | 'answers' | 'continues' | 'passes';
  /**
   * In formats that name no entries, how many turns it undoes: it follows what came before them. If
   * there are fewer, all are undone.
   */
  readonly undoneTurns?: number;
  /**
   * In a log that was put together from several, where what it follows ends, in bytes of the log; 0 if it
   * starts over.
   */
  readonly after?: number;
}

/** An adapter's decoder: pure, total, and dependent only on its arguments. */
export type DecodeRecord = (
  record: Readonly<Record<string, unknown>>,
  source: Source,
) => DecodedLine;

/**
 * Something wrong with a log, as data. Nothing in core or an adapter throws on foreign bytes: what
 * could not be read becomes a problem, which is counted, listed and, if content was lost, drawn.
 */
export interface Problem {
  readonly code: ProblemCode;
  /**
   * `lost`: content of the line could not be shown. `odd`: nothing lost, but not as the format
   * says.
   */
  readonly severity: 'lost' | 'odd';
  readonly source: Source;
  /** One sentence for the user. */
  readonly message: Words;
  /** The beginning of the line as read, cut to a screen line; empty if it would not help. */
  readonly excerpt: string;
}

/** A problem as a reader sees it. */
export interface WordedProblem extends Problem {
  readonly message: string;
}

export function wordedProblem(problem: Problem): WordedProblem {
  return { ...problem, message: wordsText(problem.message) };
}

type ProblemCode =
  | 'badJson'
  | 'notAnObject'
  | 'tooDeep'
  | 'tooLong'
  | 'wrongType'
  | 'missingStart'
  | 'repeatedStart'
  | 'seqJump'
  | 'seqRepeat'
  | 'seqBack'
  | 'endWithoutStart'
  | 'startWithoutEnd'
  | 'invalidUtf8'
  | 'nulBytes'
  | 'byteOrderMark'
  | 'windowsLineEnds'
  | 'joinedLines'
  | 'emptyLog';
