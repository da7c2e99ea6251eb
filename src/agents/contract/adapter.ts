import type { DecodeRecord } from '#core/decodedLine.ts';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { LogWriter } from './logWriter.ts';
import type { SourceLayout } from './sources.ts';
import type { TerminalPlan } from './terminalPlan.ts';

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

  /** Where and how it keeps sessions; most agents have one way. */
  readonly sources: readonly SourceLayout[];

  /** Whether a session that begins with this record is of this format. */
  recognises(firstRecord: unknown): boolean;

  /**
   * One record to events, in order. Depends on nothing but its arguments, so that any record can be
   * decoded again alone. Never throws: what it cannot read comes back as problems.
   */
  readonly decode: DecodeRecord;

  /** A session in which nobody has said anything is as old as its start says; others as their file. */
  readonly isDatedByStart?: true;

  /** The first answer is the title where the user's messages have no words. */
  readonly isTitledByAnswer?: true;

  /**
   * How the agent itself resumes the session in a terminal; undefined if it cannot.
   *
   * @param isNewest it is the newest session of its folder, which some agents resume by an option.
   */
  terminalPlan?(
    session: Pick<SessionSummary, 'id' | 'cwd' | 'path'>,
    isNewest: boolean,
  ): TerminalPlan | undefined;

  /** How its format is written; without it its sessions are only read. */
  readonly writer?: LogWriter;
}
