import type { NewCompaction, NewEvent } from '#core/events/newEvent.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { AgentId, SessionRef } from '#core/events/session.ts';

/** What the host asks the worker to write, and the results. */

export interface NewSessionRequest {
  /** Folder of the session: absolute, spelled as a shell there would report it. */
  readonly cwd: string;
  /** The first lines: the user's message, or nothing for a mere fork. */
  readonly events: readonly NewEvent[];
  readonly from?: ForkPoint | undefined;
  /** Precedes what is taken over: a summary of what is not. */
  readonly opening?: NewCompaction | undefined;
}

/** What a new session continues from: any agent's session, which stays as it is. */
export interface ForkPoint {
  readonly path: string;
  /** The last row of the new session (a call's row includes its end); everything if absent. */
  readonly rowId?: string | undefined;
  /** Row of a compaction: the new session has everything before it. Takes the place of `rowId`. */
  readonly before?: string | undefined;
  /**
   * Where the new session starts, as reported by `session/forkPoint`: a line of a log whose lines
   * are copied, else an index in the conversation. Later compactions are left out.
   */
  readonly start?: number;
}

/** How much of a session a fork has; a message is a prompt, or everything that answered it. */
export type ForkPart =
  | { readonly kind: 'first'; readonly prompts: number }
  | { readonly kind: 'last'; readonly messages: number };

export interface CreatedSession {
  readonly session: SessionRef;
  readonly cwd: string;
  readonly end: LogEnd;
  /** Unreadable lines of the original that are missing from the fork. */
  readonly unreadable: number;
}

/** A session to continue in an agent: a new session of that agent, with what a model would get now. */
export interface CarryRequest {
  /** Log of the session that is continued, and stays as it is. */
  readonly path: string;
  /** The last row that counts; all if absent. */
  readonly rowId?: string | undefined;
  /** Row of a compaction: what a model would have got just before it. Takes the place of `rowId`. */
  readonly before?: string | undefined;
  /** In place of what the log has: a conversation that was made shorter. */
  readonly messages?: readonly ConversationMessage[] | undefined;
  readonly target: AgentId;
  /** The new session's folder; that of the log if absent. */
  readonly cwd?: string | undefined;
}

export interface AppendRequest {
  /** Log of a session that we write, in its agent's store. */
  readonly path: string;
  /** In order; each becomes one line and is durable when the answer comes. */
  readonly events: readonly NewEvent[];
  /** The end of the log as last seen by the caller: anything after it is somebody else's. */
  readonly after?: LogEnd | undefined;
  /**
   * Sent before without an answer, or with an uncertain one: what is already there is not written
   * twice.
   */
  readonly again?: true;
}

export interface Appended {
  /** Sequence number of the last line. */
  readonly seq: number;
  readonly end: LogEnd;
  readonly otherWriter: OtherWriter | undefined;
}

/** The end of a log as written or read. */
export interface LogEnd {
  /** Bytes. */
  readonly size: number;
  /** Identifies the file itself, whatever its path; undefined if the disk does not support that. */
  readonly identity: string | undefined;
}

/** Somebody else writes to the session too: another window, or the agent in a terminal. */
export interface OtherWriter {
  /** Their lines since the last seen end. */
  readonly lines: number;
  /** Another file took the log's place; it holds the same session. */
  readonly replaced: boolean;
}

export type WriteResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: WriteFailure };

/**
 * A failed write loses nothing: the caller still has the events and can send them again, without
 * those that are `written`, and with `again` if it is `uncertain`.
 */
export interface WriteFailure {
  readonly reason: WriteFailureReason;
  /** A sentence for the user that says what to do. */
  readonly message: string;
  /** Number of events, from the first on, that are in the log all the same. */
  readonly written: number;
  /** The next one may be too. */
  readonly uncertain: boolean;
}

/**
 * - `noSpace`, `noAccess`: every retry fails until the user changes it.
 * - `vanished`, `replaced`: the log is gone or holds another session; the way on is a new session.
 * - `busy`: another window has been writing for long; a retry may succeed.
 * - `tooLong`: a line that could not be read again.
 * - `notOurs`: the log's agent or its place is read-only, or it does not begin with a session's
 *   start.
 */
export type WriteFailureReason =
  | 'noSpace'
  | 'noAccess'
  | 'vanished'
  | 'replaced'
  | 'busy'
  | 'tooLong'
  | 'notOurs'
  | 'other';
