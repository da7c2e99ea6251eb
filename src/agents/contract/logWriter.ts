import type { RawLine } from '#core/jsonl/lineSplitter.ts';
import type { NewEvent } from '#core/events/newEvent.ts';
import type { SessionRef } from '#core/events/session.ts';
import type { Hash, MachineEnvironment } from './machineEnvironment.ts';

/**
 * Writes new sessions and new lines in one agent's format. Pure like the adapter: it returns lines,
 * and the store writes them. An agent without one is read-only.
 */
export interface LogWriter {
  /**
   * The root below which sessions are created, with `/`; undefined without a home. Only logs below
   * it are appended to; a log of this format in another store is read-only.
   */
  root(env: MachineEnvironment): string | undefined;
  /** Name of the folder below the root for the sessions of `cwd`, which is absolute and native. */
  folderFor(cwd: string, hash: Hash): string;
  /** From that folder to a session's log. */
  newLog(sessionId: string): readonly string[];
  /** The first line. Lines come without their line end. */
  startLine(start: NewStart): string;
  /**
   * @param seq the line's sequence number, at least 1.
   * @param cwd the session's folder, for paths relative to it.
   */
  line(event: NewEvent, seq: number, cwd: string | undefined): string;
  /** A line's sequence number, as cheaply as possible; undefined if it has none. */
  seqOf(line: Uint8Array): number | undefined;
  /**
   * A line of an existing log as lines of a fork, unchanged except for their numbers; empty for
   * starts and for what cannot be read.
   *
   * @param seq number of the first.
   * @param lastEvent the last of the line's events to include in the fork; all if absent.
   */
  copyLine(line: RawLine, seq: number, lastEvent?: number): readonly string[];
}

export interface NewStart {
  readonly sessionId: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Absolute and cleaned. */
  readonly cwd: string;
  /** The session that this one continues. */
  readonly parent?: NewParent;
}

export interface NewParent extends SessionRef {
  readonly isRecorded?: true;
  /** The last line of its log that went into the new session. */
  readonly line?: number;
  /** Lines that the new session begins with, its start included; what follows is its own. */
  readonly lines: number;
}
