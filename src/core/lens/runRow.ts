import type { CommandKind } from '../index/commandKind.ts';
import type { Row, RowBase } from '../rows/row.ts';
import type { CallState } from '../index/rowTable.ts';

/** What the list of a session shows: a row, or a run of rows in their place. */
export type ListRow = Row | RunRow;

/** Stands for what the agent did and said on the way, where the transcript is skimmed. */
export interface RunRow extends RowBase {
  readonly kind: 'run';
  /** How many rows it stands for, and the last of them. */
  readonly rows: number;
  readonly last: string;
  readonly work: RunWork;
  /** One line of the only command whose kind does not say what it did. */
  readonly command: string | undefined;
  /** The first of its calls that did not end well. */
  readonly trouble: RunTrouble | undefined;
}

export interface RunTrouble {
  readonly id: string;
  /** Name of the tool; undefined for a shell command. */
  readonly tool: string | undefined;
  /** What the call was about, or the command; one line. */
  readonly title: string;
  readonly state: CallState;
  readonly exitCode: number | undefined;
}

/** What a run of rows did. Only what succeeded is counted, and commands that ran. */
export interface RunWork {
  readonly edits: FileCounts;
  readonly writes: FileCounts;
  readonly reads: FileCounts;
  /** Absent for none. */
  readonly commands: Readonly<Partial<Record<CommandKind, number>>>;
  readonly calls: Readonly<Partial<Record<CallGroup, number>>>;
  /** Name of the tool, if all calls of the groups `mcp` and `other` are of one. */
  readonly tool: string | undefined;
  readonly thoughts: number;
  /** What the agent said on the way. */
  readonly texts: number;
  /** Calls that failed, and calls without a result. */
  readonly failed: number;
  readonly unfinished: number;
  /** What the user did not allow, or stopped. */
  readonly declined: number;
  /** Lines of all changes that were made. */
  readonly added: number;
  readonly removed: number;
  /** From the first to the end of the last row; without times, what the calls took together. */
  readonly durationMs: number | undefined;
}

export interface FileCounts {
  readonly calls: number;
  /** How many files; undefined if a call does not name its file. */
  readonly files: number | undefined;
  /** Their paths, if they are one or two. */
  readonly paths: readonly string[];
}

export type CallGroup = 'search' | 'list' | 'web' | 'todo' | 'agent' | 'mcp' | 'other';

/** ID of the run that begins with a row, stable over appends like that row's own. */
export function runId(firstRow: string): string {
  return `${firstRow}r`;
}

/** Whether an ID is of a run and not of the row that it begins with. */
export function isRunId(id: string): boolean {
  return id.endsWith('r');
}

/** ID of the row that a run begins with. */
export function firstRowOf(run: string): string {
  return run.slice(0, -1);
}
