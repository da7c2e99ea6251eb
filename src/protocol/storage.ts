import type { AgentId, SessionSummary } from '#core/events/session.ts';

/** Bytes on the disk, and in how many files. */
export interface FileSum {
  readonly bytes: number;
  readonly files: number;
}

/** A session with what it takes on the disk. */
export interface StoredSession {
  readonly summary: SessionSummary;
  /** All of it: the log, what lies beside it, and sub-agents. */
  readonly all: FileSum;
  /** The part of it that is logs of sub-agents. */
  readonly subAgents: FileSum;
}

/** A database with sessions that take no space which could be told apart. */
export interface StoredDatabase {
  readonly agent: AgentId;
  readonly path: string;
  readonly sessions: number;
  readonly bytes: number;
  /** Of the session that changed last; epoch ms. */
  readonly updatedAt: number;
}

export interface StoragePart {
  readonly looked: number;
  readonly total: number;
  readonly sessions: readonly StoredSession[];
  readonly databases: readonly StoredDatabase[];
}

/** What is to be deleted of a session. */
export interface Deletion {
  /** Of the session. */
  readonly path: string;
  readonly title: string;
  readonly all: FileSum;
  readonly subAgents: FileSum;
  /** Files and folders of it, that by which it is listed last. */
  readonly files: readonly string[];
  /** Files and folders that it shares with others, which need them. */
  readonly shared: number;
  /** A copy of ours stays. */
  readonly hasCopy: boolean;
}

export interface DeletionPlan {
  readonly deletions: readonly Deletion[];
  /** Copies of our own. */
  readonly copies: readonly { readonly path: string; readonly title: string }[];
  readonly refused: readonly { readonly path: string; readonly sentence: string }[];
}
