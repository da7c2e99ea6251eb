import type { Spending } from '#core/prices/spending.ts';
import type { AgentId } from '#core/events/session.ts';

export interface FormatsReport {
  readonly formats: readonly FormatSeen[];
  /** Sessions that could not be read. */
  readonly unreadable: number;
}

/** What was seen of one version of an agent. Names are no content of sessions. */
export interface FormatSeen {
  readonly agent: AgentId;
  /** Absent if no record names it. */
  readonly version?: string;
  readonly sessions: number;
  /** Records that were understood, at least in part, by kind. */
  readonly records: readonly NameCount[];
  /** Records, and parts of them, of a kind that is not known. */
  readonly unknown: readonly NameCount[];
  /** Records that could not be read whole. */
  readonly damaged: number;
}

export interface NameCount {
  readonly name: string;
  readonly count: number;
}

/** What a session used, as far as its log tells. */
export interface SessionUsage {
  readonly usage?: Spending;
  /** Names of the models, the first first; a few at most. */
  readonly models: readonly string[];
  /** As the agent itself counts them; undefined if it does not. */
  readonly messages?: number;
}
