import type { DecodeRecord } from '#core/decodedLine.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';

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

  /** How the agent itself takes the session up again in a terminal; undefined if it cannot. */
  terminalPlan?(session: Pick<SessionSummary, 'id' | 'cwd' | 'path'>): TerminalPlan | undefined;
}

/** Where an agent keeps its sessions. Paths use `/`; the store makes them native. */
export interface StoreLayout {
  /** Roots for this machine; a segment `*` stands for any one folder. */
  roots(env: MachineEnvironment): readonly string[];
  /**
   * Name of the folder below a root that holds the sessions of `cwd` (an absolute native path). The
   * fast path only: the log's own `cwd` decides.
   */
  folderFor(cwd: string): string;
  /** From such a folder to a log: path segments, `*` for any one name. Keen: `*`, file name. */
  readonly logPath: readonly string[];
  /** Session id for a log that does not name itself, from its path below the root. */
  fallbackId(segments: readonly string[]): string;
}

export interface MachineEnvironment {
  readonly home: string;
  readonly platform: 'posix' | 'windows';
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** A command for a terminal, as data; the host shows and confirms it before anything runs. */
export interface TerminalPlan {
  readonly executable: string;
  readonly args: readonly string[];
  /** Folder to run it in, spelled as the log spells it. */
  readonly cwd: string;
}

export type { DecodedLine } from '#core/decodedLine.ts';
