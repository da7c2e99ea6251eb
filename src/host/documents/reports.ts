import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { ChatServices } from '../catalog/services.ts';
import { documentScheme } from '../vscode/contributions.ts';
import { withCancelButton } from '../vscode/progress.ts';
import { formatAddress, type ReportAddress } from './documentAddress.ts';
import { pathSegment } from './documentNames.ts';
import { openFolders } from '../vscode/openFolders.ts';
import { storesReport } from './reportTexts.ts';

type ReportName = ReportAddress['report'];

interface ReportServices extends Pick<ChatServices, 'catalog' | 'worker'> {
  readonly home: string;
  /** Of this program. */
  readonly version: string;
}

/** Characters of a report's title in a tab. */
const titleLength = 60;

/** Read-only Markdown documents on what is on this machine, which users can attach to an issue. */
export class Reports {
  /** The last one made, until VS Code asks for it. */
  #made: { readonly at: number; readonly text: string } | undefined;

  constructor(private readonly services: ReportServices) {}

  /**
   * Makes a report and shows it in an editor.
   *
   * @throws AbortError when the user cancels; RemoteError with a sentence.
   */
  async open(report: ReportName): Promise<void> {
    const at = Date.now();
    this.#made = { at, text: await this.#make() };
    const title = t('Where Are My Sessions');
    const uri = vscode.Uri.from({
      scheme: documentScheme,
      path: `/${pathSegment(title, titleLength)}.md`,
      query: formatAddress({ show: 'report', report, at }),
    });
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** A report's text. One that VS Code restores after a reload is made anew. */
  async text({ at }: ReportAddress): Promise<string> {
    return this.#made?.at === at ? this.#made.text : this.#make();
  }

  async #make(): Promise<string> {
    const { catalog, worker, home, version } = this.services;
    await catalog.ready();
    const paths = catalog.all().map(({ path }) => path);
    const title = t('Looking through the stores of all agents…');
    const report = await withCancelButton(title, (signal, progress) =>
      worker.request('sessions/places', { folders: openFolders(), paths }, signal, (part) => {
        progress.report({ increment: (part.sessions / paths.length) * 100 });
      }),
    );
    return storesReport(report, { home, version });
  }
}
