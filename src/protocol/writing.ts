import type { NewCompaction, NewEvent } from '#core/newEvent.ts';
import type { SessionRef } from '#core/session.ts';

/** What the host asks of the worker to write, and what it hears of it. */

export interface NewSessionRequest {
  /** Folder of the session: absolute, spelled as a shell there would report it. */
  readonly cwd: string;
  /** The first lines; the user's message, or nothing for a mere fork. */
  readonly events: readonly NewEvent[];
  readonly from?: ForkPoint;
  /** Stands before what is taken over: a summary of what is not. */
  readonly opening?: NewCompaction;
}

/** What a new session goes on from: any agent's session, which stays as it is. */
export interface ForkPoint {
  readonly path: string;
  /** The last row that the new session has, a call's row with its end; without it everything. */
  readonly rowId?: string;
  /**
   * Where the new session begins, as `session/forkPoint` says it: a line of a log whose lines are
   * copied, else a place in the conversation. Compactions after it are left out.
   */
  readonly start?: number;
}

/** How much of a session a fork has; a message is a prompt, or all that came back for it. */
export type ForkPart =
  | { readonly kind: 'first'; readonly prompts: number }
  | { readonly kind: 'last'; readonly messages: number };

export interface CreatedSession {
  readonly session: SessionRef;
  readonly cwd: string;
  readonly end: LogEnd;
  /** Lines of the original that nobody can read and that the fork does not have. */
  readonly unreadable: number;
}

export interface AppendRequest {
  /** Log of a session that is written here, in its agent's store. */
  readonly path: string;
  /** In order; each becomes one line, and each is durable when the answer comes. */
  readonly events: readonly NewEvent[];
  /** The end that the caller knows: what stands after it is somebody else's. */
  readonly after?: LogEnd;
  /** Sent before without an answer, or uncertain: what is there already is not written twice. */
  readonly again?: true;
}

export interface Appended {
  /** Sequence number of the last line. */
  readonly seq: number;
  readonly end: LogEnd;
  readonly otherWriter: OtherWriter | undefined;
}

/** The end of a log as it was written or read. */
export interface LogEnd {
  /** Bytes. */
  readonly size: number;
  /** Names the file itself, whatever its path; undefined where the disk has no such thing. */
  readonly identity: string | undefined;
}

/** Somebody else writes to the session too: another window, or the agent in a terminal. */
export interface OtherWriter {
  /** Lines of theirs since the end that was known. */
  readonly lines: number;
  /** Another file took the log's place; it holds the same session. */
  readonly replaced: boolean;
}

export type WriteResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: WriteFailure };

/**
 * Nothing is lost with it: what was to be written is still the caller's, who can ask for it again,
 * less the events that are `written`, and with `again` if it is `uncertain`.
 */
export interface WriteFailure {
  readonly reason: WriteFailureReason;
  /** A sentence for the user that says what to do. */
  readonly message: string;
  /** How many of the events, from the first on, are in the log all the same. */
  readonly written: number;
  /** The next one may be too. */
  readonly uncertain: boolean;
}

/**
 * - `noSpace`, `noAccess`: until the user changes it, every further try fails.
 * - `vanished`, `replaced`: the log is gone, or another session's; a new session is the way on.
 * - `busy`: another window has been writing for long; trying again helps.
 * - `tooLong`: a line that nobody could read again.
 * - `notOurs`: the log's agent or its place is only read, or it does not begin with a session's start.
 */
export type WriteFailureReason =
  'noSpace' | 'noAccess' | 'vanished' | 'replaced' | 'busy' | 'tooLong' | 'notOurs' | 'other';
