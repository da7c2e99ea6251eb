import type { ConversationMessage, ImageData } from '#core/conversation/message.ts';
import type { Problem } from '#core/problem.ts';
import type { Row } from '#core/replay/row.ts';
import type { ContextAt, EditState, ReplayHeader } from '#protocol/page.ts';
import type { Endless } from './pageRowLists.ts';

/** What a page is shown in a test. */
export interface PageSession {
  readonly rows: readonly Row[];
  readonly messages?: readonly ConversationMessage[];
  readonly problems?: readonly Problem[];
  readonly header?: Partial<ReplayHeader>;
  /** Images of rows, by row ID. */
  readonly images?: Readonly<Record<string, readonly ImageData[]>>;
  /** The model's context at each row; without it, there is nothing to say. */
  readonly context?: (rowId: string) => ContextAt;
  /** Full texts of truncated rows, by row ID. */
  readonly beyond?: Readonly<Record<string, string>>;
  /** Instead of `rows`, more than fit in memory; not filtered. */
  readonly endless?: Endless;
  /** What became of edits, by row ID; all others are still there. */
  readonly edits?: Readonly<Record<string, EditState>>;
  /** Other branches of the log, by last line; the latest is the session's own. */
  readonly branches?: Readonly<Record<number, Partial<PageSession>>>;
}

/** A notice of the page to its host. */
export interface ToldNotice {
  readonly name: string;
  readonly body: unknown;
}
