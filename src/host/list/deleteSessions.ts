import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import { RemoteError } from '#protocol/channel/endpoint.ts';
import type { DeletionPlan } from '#protocol/storage.ts';
import type { AgentProcesses } from './agentProcesses.ts';
import { askInWindow, sentencesOf, type DeletionDialogs } from './deletionDialogs.ts';
import type { ChatServices } from './services.ts';
import { notify } from '../vscode/notification.ts';
import { withCancelButton } from '../vscode/progress.ts';
import { requireTrust } from '../vscode/waysOut.ts';

interface Services extends Pick<ChatServices, 'worker' | 'catalog' | 'everywhere' | 'log'> {
  readonly states: { readonly processes: Pick<AgentProcesses, 'of' | 'refresh'> };
}

/**
 * Deletes sessions of agents and copies of ours, after a question that says what goes. The worker says which
 * files those are, once for the question and again when it is answered.
 *
 * @param onGone receives the files and folders that are gone.
 * @returns paths of the sessions that are gone.
 * @throws UserError with a sentence for each session that stays, if none can go.
 */
export async function deleteSessions(
  services: Services,
  paths: readonly string[],
  onGone: (files: readonly string[]) => void,
  dialogs: DeletionDialogs = askInWindow,
): Promise<readonly string[]> {
  requireTrust(t('Sessions can be deleted only in trusted workspaces.'));
  const { worker } = services;
  const plan = await planned(services, paths);
  const wanted = [...plan.deletions, ...plan.copies].map(({ path }) => path);
  if (wanted.length === 0) {
    throw new UserError(sentencesOf(plan));
  }
  const hasTrash = usesTrash();
  if (!(await dialogs.confirm(plan, hasTrash))) {
    return [];
  }
  // The question may have been open for long.
  const now = await planned(services, wanted);
  const gone: string[] = [];
  const files: string[] = [];
  const stay = [...plan.refused, ...now.refused];
  const remove = new Removal(hasTrash, dialogs);
  const works = [
    ...now.deletions.map((deletion) => ({
      path: deletion.path,
      work: async () => {
        for (const file of deletion.files) {
          await remove.file(file);
          files.push(file);
        }
      },
    })),
    ...now.copies.map(({ path }) => ({
      path,
      work: async () => {
        await worker.request('session/unkeep', { path });
        files.push(path);
      },
    })),
  ];
  try {
    await withCancelButton(t('Deleting sessions'), async (signal, progress) => {
      for (const [at, { path, work }] of works.entries()) {
        signal.throwIfAborted();
        progress.report({
          message: t('{0} of {1}', at + 1, works.length),
          increment: 100 / works.length,
        });
        try {
          await work();
          gone.push(path);
        } catch (error) {
          if (!(error instanceof UserError || error instanceof RemoteError)) {
            throw error;
          }
          // Another program may have the file open; the others go.
          stay.push({ path, sentence: error.message });
        }
      }
    });
  } finally {
    onGone(files);
    services.catalog.outdate();
    services.everywhere.outdate();
    services.log.info('storage', 'sessions deleted', { sessions: gone.length });
  }
  if (stay.length > 0) {
    void notify('warning', sentencesOf({ refused: stay }));
  }
  return gone;
}

/** What can go now, but for what a process has open. */
async function planned(
  { worker, catalog, everywhere, states: { processes } }: Services,
  paths: readonly string[],
): Promise<DeletionPlan> {
  const [plan] = await Promise.all([
    worker.request('storage/plan', { paths }),
    processes.refresh(),
  ]);
  const open = plan.deletions.flatMap(({ path, title }) => {
    const session = catalog.find(path) ?? everywhere.find(path);
    const process = session && processes.of(session);
    return process === undefined || process === 'gone'
      ? []
      : [
          {
            path,
            sentence: t('“{0}” stays: process {1} has it open.', title, String(process.pid)),
          },
        ];
  });
  const stays = new Set(open.map(({ path }) => path));
  return {
    ...plan,
    deletions: plan.deletions.filter(({ path }) => !stays.has(path)),
    refused: [...plan.refused, ...open],
  };
}

/** Moves files into the trash; deletes them for good if the user says so where that fails. */
class Removal {
  #useTrash: boolean;

  constructor(
    hasTrash: boolean,
    private readonly dialogs: DeletionDialogs,
  ) {
    this.#useTrash = hasTrash;
  }

  async file(path: string): Promise<void> {
    const uri = vscode.Uri.file(path);
    const options = () => ({ recursive: true, useTrash: this.#useTrash });
    try {
      await vscode.workspace.fs.delete(uri, options());
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
        return;
      }
      if (!this.#useTrash) {
        throw new UserError(t('{0} could not be deleted: {1}', path, messageOf(error)));
      }
      if (!(await this.dialogs.confirmPermanent())) {
        throw new vscode.CancellationError();
      }
      this.#useTrash = false;
      await this.file(path);
    }
  }
}

/** A remote machine has none that VS Code knows of, and people turn it off. */
function usesTrash(): boolean {
  return (
    vscode.env.remoteName === undefined &&
    vscode.workspace.getConfiguration('files').get('enableTrash', true)
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
