import type { AgentId, SessionSummary } from '#core/events/session.ts';
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

interface GroupBase<Kind> extends NodeBase {
  readonly kind: Kind;
  /** Folder of the sessions; empty for several or none. */
  readonly folder: string;
  /** Newest first. */
  readonly sessions: readonly SessionSummary[];
  /** Whether it is open until the user says otherwise. */
  readonly startsOpen: boolean;
}

/** What the user pinned, above all else. */
type PinnedNode = GroupBase<'pinned'>;
export type FolderNode = GroupBase<'folder'>;
export type DayNode = GroupBase<'day'> & { readonly day: DayKey | SingleDayKey };
/** Some of the sessions of one day. */
export type RangeNode = GroupBase<'range'>;
export type AgentNode = GroupBase<'agent'> & { readonly agent: AgentId };

export interface SessionNode extends NodeBase {
  readonly kind: 'session';
  readonly session: SessionSummary;
}
