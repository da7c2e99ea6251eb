import type * as vscode from 'vscode';
import type { TextQuery } from '#core/find/textQuery.ts';
import type { SessionSummary } from '#core/session.ts';
import type { Caller } from '#protocol/caller.ts';
import type { Marks } from '../catalog/marks.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import type { SessionGate } from '../catalog/sessionGate.ts';
import type { SessionDocuments } from '../documents/sessionDocuments.ts';
import type { Log } from '../vscode/log.ts';
import type { OpenSessions } from '../worker/openSessions.ts';
import type { FilterViews } from './filterViews.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** How to show a replay. */
export interface ShowOptions {
  readonly toSide?: boolean;
  /** Leaves the keyboard focus where it is. */
  readonly preserveFocus?: boolean;
  /** In a tab that gives way to the next preview, as VS Code does with files. */
  readonly preview?: boolean;
  /** Goes to this row. */
  readonly rowId?: string | undefined;
  /** Marks what this finds. */
  readonly find?: TextQuery;
  /** The call that started this sub-agent. */
  readonly caller?: Caller;
}

/** What the replay panels need from the rest of the extension. */
export interface ReplayServices {
  readonly worker: WorkerClient;
  readonly sessions: OpenSessions;
  readonly documents: SessionDocuments;
  readonly catalog: Pick<SessionCatalog, 'links' | 'ready' | 'follow' | 'onDidChange'>;
  readonly gate: SessionGate;
  readonly marks: Pick<Marks, 'of' | 'onDidChange'>;
  readonly views: FilterViews;
  readonly log: Log;
  /** Folder of the built page, the only one that a panel may load from. */
  readonly pageFolder: vscode.Uri;
  /** The tab's icon, recognizable on light and dark. */
  readonly icon: vscode.Uri;
  /** For links that open this extension. */
  readonly extensionId: string;
  /** The user's home folder; paths in it are shown with `~`. */
  readonly home: string;
  /** Opens another session's replay, or brings it to the front. */
  show(session: SessionSummary, options?: ShowOptions): void;
}
