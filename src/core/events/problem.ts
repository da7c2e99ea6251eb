import { type Words, wordsText } from './phrase.ts';
import type { Source } from './source.ts';

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
