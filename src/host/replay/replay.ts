import * as vscode from 'vscode';
import type { Disposable } from '#base/emitter.ts';
import type { ChatServices } from '../catalog/services.ts';
import { Reports } from '../documents/reports.ts';
import { SessionDocuments } from '../documents/sessionDocuments.ts';
import { TranscriptTexts } from '../documents/transcriptTexts.ts';
import type { ContextKeys } from '../vscode/contextKeys.ts';
import { OpenSessions } from '../worker/openSessions.ts';
import { FilterViews } from './filterViews.ts';
import { ReplayPanels } from './replayPanels.ts';

/** Everything that shows the content of sessions. */
export class Replay implements Disposable {
  readonly panels: ReplayPanels;
  readonly documents: SessionDocuments;
  readonly transcripts: TranscriptTexts;
  readonly reports: Reports;
  readonly #sessions: OpenSessions;
  readonly #views: FilterViews;

  constructor(
    { worker, catalog, gate, marks, log, extension }: ChatServices,
    options: {
      readonly contextKeys: ContextKeys;
      readonly home: string;
      readonly transcriptsChanged: vscode.EventEmitter<vscode.Uri>;
    },
  ) {
    const sessions = new OpenSessions(worker, log);
    const { version } = extension.extension.packageJSON as { readonly version: string };
    const reports = (this.reports = new Reports({
      catalog,
      worker,
      home: options.home,
      version,
    }));
    const documents = new SessionDocuments({ worker, sessions, gate, log, reports });
    const inExtension = (...names: readonly string[]) =>
      vscode.Uri.joinPath(extension.extensionUri, ...names);
    this.#sessions = sessions;
    this.#views = new FilterViews(extension.globalState, (fault) => {
      log.error('replay', 'listener failed', fault);
    });
    this.documents = documents;
    this.transcripts = new TranscriptTexts({
      worker,
      gate,
      log,
      changed: options.transcriptsChanged,
    });
    this.panels = new ReplayPanels(
      {
        worker,
        sessions,
        documents,
        catalog,
        gate,
        marks,
        views: this.#views,
        log,
        extensionId: extension.extension.id,
        home: options.home,
        pageFolder: inExtension('dist', 'webview'),
        icon: inExtension('media', 'activity-bar.svg'),
      },
      options.contextKeys,
    );
  }

  /** @param paths files or folders that changed; empty if anything may have. */
  logsChanged(paths: ReadonlySet<string>): void {
    this.panels.logsChanged(paths);
    this.transcripts.logsChanged(paths);
  }

  dispose(): void {
    this.panels.dispose();
    this.transcripts.dispose();
    this.#sessions.dispose();
    this.#views.dispose();
  }
}
