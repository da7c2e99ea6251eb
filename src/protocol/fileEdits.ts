import type { LineOrigin } from '#core/changes/lineOrigin.ts';
import type { FileEdit } from './pages/page.ts';

/** Which recorded edits are wanted. */
export interface FileEditsOrder {
  /** Sessions in the order in which they are looked at. */
  readonly paths: readonly string[];
  /** The changed file: its absolute native paths, as sessions may spell them. */
  readonly files: readonly string[];
  /** Only edits that have to do with one of these lines. */
  readonly lines?: readonly string[];
  /** Rather the edits of all other files, from which the lines may have come. */
  readonly elsewhere?: true;
}

/** An edit of a file, and what led to it. */
export interface RecordedEdit extends FileEdit {
  /** The log that has it: the session's, or a sub-agent's. */
  readonly path: string;
  /** The changed file, as `ChangedFile` has it; only if others than one were looked for. */
  readonly file?: string;
  /** For an edit that a sub-agent made. */
  readonly subAgent?: {
    /** Path of the session, and the row in it that called the sub-agent, perhaps through others. */
    readonly session: string;
    readonly call: string;
  };
  /** The prompt before it, one line; absent if there is none. */
  readonly prompt?: string;
  /** What it has to do with the wanted lines. */
  readonly origin?: LineOrigin;
}

/** What was found since the last report. */
export interface FileEditsPart {
  /** Sessions that were looked at, so far. */
  readonly looked: number;
  /** Of each session the latest first. */
  readonly edits: readonly RecordedEdit[];
}
