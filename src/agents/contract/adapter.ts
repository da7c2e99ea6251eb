import type { DecodeRecord } from '#core/decodedLine.ts';
import type { SessionStartEvent, UserMessageEvent } from '#core/event.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { LineLook } from './lineCursor.ts';
import type { LogWriter } from './logWriter.ts';
import type { MachineEnvironment } from './machineEnvironment.ts';
import type { SessionDatabase } from './sessionDatabase.ts';

/**
 * What one agent's format is made of. Pure: an adapter sees strings and parsed JSON, never files,
 * and nothing outside its folder knows its format. What an agent cannot do is an absent method,
 * never a comparison of its id.
 */
export interface AgentAdapter {
  readonly id: AgentId;
  /** Name as its makers write it. */
  readonly label: string;
  /** A codicon's name. */
  readonly icon: string;
  readonly layout: StoreLayout;

  /** Whether a log that begins with this parsed line is of this format. */
  recognises(firstRecord: unknown): boolean;

  /**
   * One parsed line to events, in order. Depends on nothing but its arguments, so that any line can
   * be decoded again alone. Never throws: what it cannot read comes back as problems.
   */
  readonly decode: DecodeRecord;

  /**
   * A first user message out of the beginning of a line too long for the listing's head, or
   * undefined. Optional: without it such a session is listed without a preview.
   */
  previewOfTornLine?(text: string): string | undefined;

  /**
   * A text that every line with a name for the session has in it; ASCII. The listing looks for it in
   * the two ends of a log, and in its middle later. Optional: without it, it sees only names beside the
   * first or last message.
   */
  readonly nameMark?: string;

  /** The agent dates a session in which nobody has said anything by its header; others by the file. */
  readonly isDatedByHeader?: true;

  /** The agent titles a session by the first answer where the user's messages have no words. */
  readonly isTitledByAnswer?: true;

  /**
   * A text that every line with a start of the session has in it, as the agent writes it; ASCII. Where a
   * log has several, the listing looks for the last in what it has read. Optional: without it, it takes
   * the last that stands before the first message.
   */
  readonly startMark?: string;

  /** Tells lines that need not be parsed for the list. Optional: without it all are. */
  readonly glances?: LineGlances;

  /** How the format is written; without it the agent's sessions are only read. */
  readonly writer?: LogWriter;

  /**
   * How the agent itself takes the session up again in a terminal; undefined if it cannot.
   *
   * @param isNewest it is the newest session of its folder, which some agents resume by an option.
   */
  terminalPlan?(
    session: Pick<SessionSummary, 'id' | 'cwd' | 'path'>,
    isNewest: boolean,
  ): TerminalPlan | undefined;
}

/**
 * How to tell by the looks of a line what the list needs of it: parsing, above all of the long lines
 * of answers and tools, would be most of what a list costs.
 */
export interface LineGlances {
  /**
   * Text that every line with a name for the session or a message in it has just once, near its
   * beginning; ASCII. A line that has it twice holds several records, because a line end was lost.
   */
  readonly mark: string;
  /** Undefined for any line that is not plainly as the agent writes it: that one is decoded. */
  read(line: LineLook): LineGlance | undefined;
}

/** What a line says as `decode` tells it, and no more of its events than the list shows. */
export interface LineGlance {
  readonly seq?: number | undefined;
  /** Epoch ms; undefined for a line that is no change of the session. */
  readonly changedAt?: number | undefined;
  /** A start alone, without a fork; or a user's message with enough of its text for a preview. */
  readonly event?: SessionStartEvent | UserMessageEvent | undefined;
  /** The line was looked at to its end, so that it holds nothing else. */
  readonly isWhole?: boolean;
}

/** Where an agent keeps its sessions. Paths use `/`; the store makes them native. */
export interface StoreLayout {
  /** The agent's own settings that may name other roots: absolute paths. Most have none. */
  configFiles?(env: MachineEnvironment): readonly string[];
  roots(env: MachineEnvironment): readonly StoreRoot[];
  /**
   * Name of the folder below a root that holds the sessions of `cwd` (an absolute native path). The
   * fast path only: the log's own `cwd` decides. Not asked of flat roots.
   */
  folderFor(cwd: string): string;
  /**
   * From such a folder, or from a flat root, to a log: path segments, `*` for any characters. Keen:
   * `*`, file name.
   */
  readonly logPath: readonly string[];
  /** Files whose names fit and that are no sessions. */
  isSideFile?(name: string): boolean;
  /** A database that holds sessions, where the agent has one besides or instead of logs. */
  readonly database?: SessionDatabase;
  /** Session id for a log that does not name itself, from its path below the root. */
  fallbackId(segments: readonly string[]): string;
}

export interface StoreRoot {
  /** A segment `*` stands for any one folder. */
  readonly path: string;
  /** `byFolder`: a folder for each `cwd` below it. `flat`: the logs of all folders directly in it. */
  readonly kind: 'byFolder' | 'flat';
}

/** A command for a terminal, as data; the host shows and confirms it before anything runs. */
export interface TerminalPlan {
  readonly executable: string;
  readonly args: readonly (string | FileQuestion)[];
  /** Folder to run it in, spelled as the log spells it. */
  readonly cwd: string;
  /** Typed into the agent once it listens, with Enter; agents without an option for the session. */
  readonly input?: string;
}

/** An argument that no log tells: the path of a file, which the user is asked for once. */
export interface FileQuestion {
  /** Names the answer where it is remembered. */
  readonly key: string;
  /** What is asked, as a title. */
  readonly title: string;
  /** Without dots. */
  readonly extensions: readonly string[];
}

export type { DecodedLine } from '#core/decodedLine.ts';
