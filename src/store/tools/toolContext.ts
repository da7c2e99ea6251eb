import type { SessionSummary } from '#core/events/session.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { SessionStore } from '../sessionStore.ts';
import type { UnreadSessions } from './unreadSessions.ts';

/** What every tool works with. */
export interface ToolContext {
  readonly store: SessionStore;
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  /** Milliseconds. */
  readonly now: () => number;
  readonly folders: readonly string[];
  /** Sessions of the folders, newest first. */
  readonly sessions: readonly SessionSummary[];
  /** Those of the folders that cannot be read. */
  readonly unread: UnreadSessions;
  readonly maxBytes: number;
  /** The link that opens a session, at a row if there is one; `no link` to an ID that no link can hold. */
  readonly linkTo: (session: SessionSummary, rowId?: string) => string;
  readonly signal: AbortSignal | undefined;
}
