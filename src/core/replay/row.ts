import type { DiffLine } from '../diff.ts';
import type { Problem } from '../problem.ts';
import type { Source } from '../source.ts';

/** What a person sees: one line of the transcript projection. */
export type Row =
  | UserRow
  | AssistantRow
  | ThinkingRow
  | ToolRow
  | ShellRow
  | DiffRow
  | CompactionRow
  | InterruptionRow
  | ErrorRow
  | NoticeRow
  | UnknownRow
  | ProblemRow;

export type RowKind = Row['kind'];

interface RowBase {
  /** Stable over appends: line and place of the row's first event, for example `12.3`. */
  readonly id: string;
  /** Where the row begins. */
  readonly source: Source;
}

/**
 * Text that may be long. `text` is the beginning that fits the page's budget; the whole is opened
 * in an editor tab.
 */
export interface LongText {
  readonly text: string;
  /** UTF-16 length of the whole text; larger than `text.length` when `text` was cut. */
  readonly length: number;
  /** Lines of the whole text. */
  readonly lines: number;
}

/** The parts of a row whose full text can be asked for. */
export type RowPart = 'text' | 'input' | 'output' | 'raw';

export interface UserRow extends RowBase {
  readonly kind: 'user';
  readonly text: LongText;
}

export interface AssistantRow extends RowBase {
  readonly kind: 'assistant';
  readonly text: LongText;
}

export interface ThinkingRow extends RowBase {
  readonly kind: 'thinking';
  readonly text: LongText;
}

/**
 * `done` and `failed`: the result is known. `unfinished`: no result in the log. A result without its
 * call is a row too, with what it knows.
 */
export type CallState = 'done' | 'failed' | 'unfinished';

export interface ToolRow extends RowBase {
  readonly kind: 'tool';
  readonly name: string;
  /** The most telling argument on one line, for example a path or a pattern; may be empty. */
  readonly title: string;
  readonly state: CallState;
  /** Pretty-printed JSON, or plain text where the input is a string. */
  readonly input: LongText;
  readonly output: LongText | undefined;
  readonly error: string | undefined;
  readonly durationNs: number | undefined;
}

export interface ShellRow extends RowBase {
  readonly kind: 'shell';
  readonly command: string;
  readonly summary: string;
  readonly state: CallState;
  /** With ANSI sequences. */
  readonly output: LongText | undefined;
  readonly error: string | undefined;
  readonly exitCode: number | undefined;
  readonly durationNs: number | undefined;
}

export interface DiffRow extends RowBase {
  readonly kind: 'diff';
  readonly path: string | undefined;
  /** The first lines; `total` says how many there are. */
  readonly lines: readonly DiffLine[];
  readonly total: number;
  readonly added: number;
  readonly removed: number;
}

export interface CompactionRow extends RowBase {
  readonly kind: 'compaction';
  readonly trigger: 'manual' | 'automatic' | 'unknown';
  readonly status: string;
  readonly summary: LongText;
}

export interface InterruptionRow extends RowBase {
  readonly kind: 'interruption';
}

export interface ErrorRow extends RowBase {
  readonly kind: 'error';
  readonly message: LongText;
}

export interface NoticeRow extends RowBase {
  readonly kind: 'notice';
  readonly text: string;
}

export interface UnknownRow extends RowBase {
  readonly kind: 'unknown';
  readonly type: string;
  readonly raw: LongText;
}

export interface ProblemRow extends RowBase {
  readonly kind: 'problem';
  readonly problem: Problem;
}
