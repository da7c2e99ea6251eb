import type { AgentId, SessionSummary } from '#core/session.ts';
import type { DayKey, SingleDayKey } from './dayGroups.ts';

/**
 * One line of the tree. An object lives as long as its ID is in the list, because VS Code
 * identifies elements by object; its contents follow the scans.
 */
export type TreeNode = GroupNode | SessionNode;
/** A line with others below it. */
export type GroupNode = PinnedNode | FolderNode | DayNode | RangeNode | AgentNode;

interface NodeBase {
  /** Stable over refreshes, so that selection and expansion survive them. */
  readonly id: string;
  readonly parent: GroupNode | undefined;
}

interface GroupBase extends NodeBase {
  /** Folder of the sessions; empty for several or none. */
  readonly folder: string;
  /** Newest first. */
  readonly sessions: readonly SessionSummary[];
  /** Whether it is open until the user says otherwise. */
  readonly startsOpen: boolean;
}

/** What the user pinned, above all else. */
export interface PinnedNode extends GroupBase {
  readonly kind: 'pinned';
}

export interface FolderNode extends GroupBase {
  readonly kind: 'folder';
}

export interface DayNode extends GroupBase {
  readonly kind: 'day';
  readonly day: DayKey | SingleDayKey;
}

/** Some of the sessions of one day. */
export interface RangeNode extends GroupBase {
  readonly kind: 'range';
}

export interface AgentNode extends GroupBase {
  readonly kind: 'agent';
  readonly agent: AgentId;
}

export interface SessionNode extends NodeBase {
  readonly kind: 'session';
  readonly session: SessionSummary;
}
