import type { AgentId } from '#core/events/session.ts';
import type { FormatsReport } from './formats.ts';

/** Where the sessions of all agents are, in names and counts: no content of any session. */
export interface StoresReport extends FormatsReport {
  /** By agent, in the registry's order. */
  readonly places: readonly PlaceReport[];
}

/** What was found where an agent keeps sessions. */
export interface PlaceReport {
  readonly agent: AgentId;
  /** Native path; a segment `*` stands for any one folder. */
  readonly place: string;
  /** Nothing at all is there. */
  readonly isMissing: boolean;
  /** In which forms of the agent's sessions were found there: tables, or names below the place. */
  readonly forms: readonly string[];
  readonly sessions: PlaceCounts;
  /** Why what is there was not read: a sentence without its path. */
  readonly unread: readonly { readonly reason: string; readonly count: number }[];
}

export interface PlaceCounts {
  /** Of the open folders, with those below them and other worktrees. */
  readonly here: number;
  readonly elsewhere: number;
  /** They name no folder. */
  readonly nowhere: number;
  /** Sub-agents, archived sessions, files without messages, and files that are no sessions. */
  readonly leftOut: number;
}
