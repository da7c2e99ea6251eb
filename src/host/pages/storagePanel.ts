import * as vscode from 'vscode';
import { adapters } from '#agents/registry.ts';
import { plural, t } from '#base/l10n.ts';
import type { StoragePageContract, StorageRow, StorageRows } from '#protocol/pages/storagePage.ts';
import {
  checkedStorageHandlers,
  type StorageHostContract,
} from '#protocol/pages/storagePageRequests.ts';
import type { StoragePart, StoredDatabase, StoredSession } from '#protocol/storage.ts';
import { deleteSessions } from '../list/deleteSessions.ts';
import type { ChatServices } from '../list/services.ts';
import { sessionLabel } from '../list/sessionLabel.ts';
import { commandIds, storageViewType } from '../vscode/contributions.ts';
import { openFolders } from '../vscode/openFolders.ts';
import { showFailure } from '../vscode/runCommand.ts';
import { isWithin } from '../vscode/tildePath.ts';
import { PageChannel, pageFaultLog } from './pageChannel.ts';
import { PageTab } from './pageTab.ts';

/** The tab with what sessions take on the disk; there is one. */
export class StoragePanel extends PageTab {
  #channel: PageChannel<StorageHostContract, StoragePageContract> | undefined;

  constructor(
    private readonly services: ChatServices,
    private readonly home: string,
    private readonly onGone: (paths: readonly string[]) => void,
  ) {
    const { extension, log } = services;
    super({
      extension,
      viewType: storageViewType,
      title: t('Session Storage'),
      page: 'storage',
      connect: (webview) => {
        this.#channel = new PageChannel(webview, this.#handlers(), (fault) =>
          showFailure(fault, log, 'storage'),
        );
        return this.#channel;
      },
    });
  }

  /** Sessions were deleted. */
  refresh(): void {
    this.#channel?.notify('storage/changed', {});
  }

  #handlers() {
    const { log } = this.services;
    /** What goes wrong, VS Code says. */
    const act = async (work: () => unknown) => {
      try {
        await work();
      } catch (fault) {
        showFailure(fault, log, 'storage');
      }
      return undefined;
    };
    return checkedStorageHandlers({
      requests: {
        ready: () => ({
          agents: adapters.map(({ id, label }) => ({ id, label })),
          hasFolder: openFolders().length > 0,
          home: this.home,
          canDelete: vscode.workspace.isTrusted,
        }),
        'storage/measure': (_, signal, emit) => this.#measure(signal, emit),
        'session/open': ({ path }) =>
          act(() => vscode.commands.executeCommand(commandIds.openReplay, { path })),
        'sessions/keep': ({ paths: [path, ...more] }) =>
          act(() =>
            vscode.commands.executeCommand(
              commandIds.keepCopy,
              { path },
              [path, ...more].map((each) => ({ path: each })),
            ),
          ),
        'sessions/delete': ({ paths }) =>
          act(() => deleteSessions(this.services, paths, this.onGone)),
      },
      notices: { 'log/error': pageFaultLog(log, 'storage') },
    });
  }

  async #measure(
    signal: AbortSignal,
    emit: (part: StorageRows) => Promise<void>,
  ): Promise<undefined> {
    const { worker, marks, catalog } = this.services;
    await marks.ready();
    // Of a folder, the list also has what ran in its other worktrees.
    await catalog.ready();
    const folders = openFolders();
    const rowOf = (stored: StoredSession): StorageRow => {
      const { path, agent, cwd = '', updatedAt, isKept } = stored.summary;
      return {
        kind: isKept === true ? 'copy' : 'session',
        path,
        agent,
        title: sessionLabel(marks.overlay(stored.summary)),
        folder: cwd,
        updatedAt,
        bytes: stored.all.bytes,
        files: stored.all.files,
        subAgents: stored.subAgents.files,
        subAgentBytes: stored.subAgents.bytes,
        isHere: catalog.find(path) !== undefined || folders.some((each) => isWithin(cwd, each)),
      };
    };
    await worker.request('storage/measure', {}, signal, (part: StoragePart) =>
      emit({
        looked: part.looked,
        total: part.total,
        rows: [...part.sessions.map(rowOf), ...part.databases.map(databaseRow)],
      }),
    );
    return undefined;
  }
}

function databaseRow({ agent, path, sessions, bytes, updatedAt }: StoredDatabase): StorageRow {
  return {
    kind: 'database',
    path,
    agent,
    title: plural(sessions, 'Database with 1 session', 'Database with {0} sessions'),
    folder: '',
    updatedAt,
    bytes,
    files: 1,
    subAgents: 0,
    subAgentBytes: 0,
    isHere: false,
  };
}
