import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { SessionCatalog } from '../catalog/sessionCatalog.ts';
import { abortSignalOf } from '../vscode/cancellation.ts';
import { documentScheme } from '../vscode/contributions.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import { formatAddress, type DocumentAddress, type ReportName } from './documentAddress.ts';
import { fileName } from './documentNames.ts';
import { formatsReport } from './formatsReport.ts';
import { searchedReport } from './searchedReport.ts';

type ReportAddress = Extract<DocumentAddress, { show: 'report' }>;

/** Characters of a report's title in a tab. */
const titleLength = 60;

/** Read-only Markdown documents on what is on this machine, which users can attach to an issue. */
export class Reports {
  readonly #catalog: Pick<SessionCatalog, 'all' | 'listings' | 'ready'>;
  readonly #worker: WorkerClient;
  readonly #home: string;
  readonly #version: string;
  /** The last one made, until VS Code asks for it. */
  #made: { readonly at: number; readonly text: string } | undefined;

  /** @param services.version of this program. */
  constructor(services: {
    catalog: Pick<SessionCatalog, 'all' | 'listings' | 'ready'>;
    worker: WorkerClient;
    home: string;
    version: string;
  }) {
    this.#catalog = services.catalog;
    this.#worker = services.worker;
    this.#home = services.home;
    this.#version = services.version;
  }

  /**
   * Makes a report and shows it in an editor.
   *
   * @throws AbortError when the user cancels; RemoteError with a sentence.
   */
  async open(report: ReportName): Promise<void> {
    const at = Date.now();
    this.#made = { at, text: await this.#make(report) };
    const uri = vscode.Uri.from({
      scheme: documentScheme,
      path: `/${fileName(titleOf(report), titleLength)}.md`,
      query: formatAddress({ show: 'report', report, at }),
    });
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** A report's text. One that VS Code restores after a reload is made anew. */
  async text({ report, at }: ReportAddress): Promise<string> {
    return this.#made?.at === at ? this.#made.text : this.#make(report);
  }

  async #make(report: ReportName): Promise<string> {
    await this.#catalog.ready();
    switch (report) {
      case 'searched':
        return searchedReport(this.#catalog.listings, this.#home);
      case 'formats':
        return this.#formats();
    }
  }

  async #formats(): Promise<string> {
    const paths = this.#catalog.all().map(({ path }) => path);
    const seen = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Reading the sessions of this folder…'),
        cancellable: true,
      },
      (progress, token) =>
        this.#worker.request('sessions/formats', { paths }, abortSignalOf(token), (part) => {
          progress.report({ increment: (part.sessions / paths.length) * 100 });
        }),
    );
    return formatsReport(seen, this.#version);
  }
}

function titleOf(report: ReportName): string {
  switch (report) {
    case 'searched':
      return t('Searched Folders');
    case 'formats':
      return t('Formats Seen');
  }
}
