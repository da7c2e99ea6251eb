import * as vscode from 'vscode';
import { adapters } from '#agents/registry.ts';
import { t } from '#base/l10n.ts';
import type {
  NumbersOrder,
  NumbersPageContract,
  ReadEnd,
  ReadPart,
} from '#protocol/pages/numbersPage.ts';
import {
  checkedNumbersHandlers,
  type NumbersHostContract,
} from '#protocol/pages/numbersPageRequests.ts';
import type { ChatServices } from '../list/services.ts';
import { askForFile, writeExport } from '../export/exportFile.ts';
import { PageTab } from './pageTab.ts';
import { PageChannel, pageFaultLog } from './pageChannel.ts';
import { commandIds, configKeys, numbersViewType } from '../vscode/contributions.ts';
import { openFolders } from '../vscode/openFolders.ts';
import { showFailure } from '../vscode/runCommand.ts';
import { settings } from '../vscode/settings.ts';

/** The tab with the numbers of sessions; there is one. */
export class NumbersPanel extends PageTab {
  constructor(
    private readonly services: ChatServices,
    private readonly home: string,
  ) {
    const { extension, log } = services;
    super({
      extension,
      viewType: numbersViewType,
      title: t('Session Numbers'),
      page: 'numbers',
      connect: (webview) => {
        const page = new PageChannel<NumbersHostContract, NumbersPageContract>(
          webview,
          this.#handlers(),
          (fault) => showFailure(fault, log, 'numbers'),
        );
        const ofPrices = settings.onDidChange(configKeys.prices, () =>
          page.notify('prices/changed', {}),
        );
        return {
          hide: () => page.hide(),
          dispose: () => {
            ofPrices.dispose();
            page.dispose();
          },
        };
      },
    });
  }

  #handlers() {
    return checkedNumbersHandlers({
      requests: {
        ready: () => ({
          agents: adapters.map(({ id, label }) => ({ id, label })),
          hasFolder: openFolders().length > 0,
          home: this.home,
        }),
        'numbers/read': (order, signal, emit) => this.#read(order, signal, emit),
        'csv/save': ({ text }) => this.#save(text),
        'row/open': async (place) => {
          await vscode.commands.executeCommand(commandIds.openReplay, place);
          return undefined;
        },
      },
      notices: { 'log/error': pageFaultLog(this.services.log, 'numbers') },
    });
  }

  async #read(
    { scope, since }: NumbersOrder,
    signal: AbortSignal,
    emit: (part: ReadPart) => Promise<void>,
  ): Promise<ReadEnd> {
    const { worker, catalog: here, everywhere } = this.services;
    const catalog = scope === 'all' ? everywhere : here;
    await catalog.ready();
    const sessions = catalog.all();
    signal.throwIfAborted();
    const paths = sessions.filter(({ updatedAt }) => updatedAt >= since).map(({ path }) => path);
    const total = paths.length;
    const end = await worker.request('sessions/numbers', { paths }, signal, (part) =>
      emit({ ...part, total }),
    );
    return { ...end, total };
  }

  async #save(text: string): Promise<boolean> {
    const file = await askForFile(this.services, t('Export Numbers'), 'csv', 'numbers');
    if (file !== undefined) {
      await writeExport(this.services, file, text);
    }
    return file !== undefined;
  }
}
