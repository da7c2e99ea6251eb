import * as vscode from 'vscode';
import { formatBytes } from '#base/format.ts';
import { plural, t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { Deletion, DeletionPlan } from '#protocol/storage.ts';
import type { AgentProcesses } from './agentProcesses.ts';
import type { ChatServices } from './services.ts';
import { ask, notify } from '../vscode/notification.ts';
import { withCancelButton } from '../vscode/progress.ts';
import { requireTrust } from '../vscode/waysOut.ts';

/** Sessions that a question names; as in VS Code's Explorer. */
const mostNamed = 10;

interface Services extends Pick<ChatServices, 'worker' | 'catalog' | 'everywhere' | 'log'> {
  readonly states: { readonly processes: Pick<AgentProcesses, 'of' | 'refresh'> };
}

/** The questions to the user before anything is deleted. */
export interface DeletionDialogs {
  confirm(plan: DeletionPlan, hasTrash: boolean): Promise<boolean>;
  /** The trash does not take it. */
  confirmPermanent(): Promise<boolean>;
}

const askInWindow: DeletionDialogs = { confirm, confirmPermanent };

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
  dialogs = askInWindow,
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
  try {
    const remove = new Removal(hasTrash, dialogs);
    await withCancelButton(t('Deleting sessions'), async (signal) => {
      for (const deletion of now.deletions) {
        signal.throwIfAborted();
        for (const file of deletion.files) {
          await remove.file(file);
          files.push(file);
        }
        gone.push(deletion.path);
      }
      for (const { path } of now.copies) {
        signal.throwIfAborted();
        await worker.request('session/unkeep', { path });
        gone.push(path);
        files.push(path);
      }
    });
  } finally {
    onGone(files);
    services.catalog.outdate();
    services.everywhere.outdate();
    services.log.info('storage', 'sessions deleted', { sessions: gone.length });
  }
  if (plan.refused.length > 0 || now.refused.length > 0) {
    void notify('warning', sentencesOf({ refused: [...plan.refused, ...now.refused] }));
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

/** Asks as VS Code's Explorer does. */
async function confirm(plan: DeletionPlan, hasTrash: boolean): Promise<boolean> {
  const { deletions, copies } = plan;
  const titles = [...deletions, ...copies].map(({ title }) => title);
  const [title = ''] = titles;
  const question =
    titles.length > 1
      ? plural(titles.length, 'Delete 1 session?', 'Delete {0} sessions?')
      : copies.length > 0
        ? t('Delete the kept copy of “{0}”?', title)
        : t('Delete the session “{0}”?', title);
  const named = titles.length > 1 ? titles.slice(0, mostNamed) : [];
  const more = named.length === 0 ? 0 : titles.length - named.length;
  const detail = [
    [
      ...named.map((each) => `“${each}”`),
      ...(more > 0 ? [plural(more, '…and 1 more', '…and {0} more')] : []),
    ].join('\n'),
    [...whatGoes(deletions), ...copiesGo(copies.length, deletions.length)].join(' '),
    deletions.length === 0 ? '' : hasTrash ? restorable() : t('This action is irreversible!'),
    sentencesOf(plan),
  ];
  const text = detail.filter((part) => part !== '').join('\n\n');
  const button = hasTrash && deletions.length > 0 ? trashButton() : t('Delete');
  return (await ask('warning', question, text, { title: button })) === button;
}

function whatGoes(deletions: readonly Deletion[]): readonly string[] {
  const sum = (count: (deletion: Deletion) => number) =>
    deletions.reduce((total, each) => total + count(each), 0);
  const files = sum(({ all }) => all.files);
  const size = formatBytes(sum(({ all }) => all.bytes));
  const subAgents = sum((each) => each.subAgents.files);
  const copies = deletions.filter(({ hasCopy }) => hasCopy).length;
  return [
    ...(files === 0
      ? []
      : subAgents === 0
        ? [plural(files, '{1} in 1 file.', '{1} in {0} files.', size)]
        : [
            plural(
              subAgents,
              '{1} in {2} files, with those of 1 sub-agent.',
              '{1} in {2} files, with those of {0} sub-agents.',
              size,
              files,
            ),
          ]),
    ...(sum(({ shared }) => shared) > 0 ? [t('Files that other sessions need stay.')] : []),
    ...(copies > 0 ? [plural(copies, '1 kept copy stays.', '{0} kept copies stay.')] : []),
  ];
}

function copiesGo(copies: number, deletions: number): readonly string[] {
  return copies === 0
    ? []
    : [
        deletions === 0
          ? t('Kept copies are deleted permanently.')
          : plural(
              copies,
              '1 of them is a kept copy, which is deleted permanently.',
              '{0} of them are kept copies, which are deleted permanently.',
            ),
      ];
}

/** Each on a line. */
function sentencesOf({ refused }: Pick<DeletionPlan, 'refused'>): string {
  const sentences = [...new Set(refused.map(({ sentence }) => sentence))];
  const more = sentences.length - mostNamed;
  return [
    ...sentences.slice(0, mostNamed),
    ...(more > 0 ? [plural(more, '…and 1 more stays.', '…and {0} more stay.')] : []),
  ].join('\n');
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
      await vscode.workspace.fs.delete(uri, options());
    }
  }
}

async function confirmPermanent(): Promise<boolean> {
  const button = t('Delete Permanently');
  const question =
    process.platform === 'win32'
      ? t('Failed to delete using the Recycle Bin. Do you want to permanently delete instead?')
      : t('Failed to delete using the Trash. Do you want to permanently delete instead?');
  const detail = t('This action is irreversible!');
  return (await ask('warning', question, detail, { title: button })) === button;
}

/** A remote machine has none that VS Code knows of, and people turn it off. */
function usesTrash(): boolean {
  return (
    vscode.env.remoteName === undefined &&
    vscode.workspace.getConfiguration('files').get('enableTrash', true)
  );
}

function trashButton(): string {
  return process.platform === 'win32' ? t('Move to Recycle Bin') : t('Move to Trash');
}

function restorable(): string {
  return process.platform === 'win32'
    ? t('You can restore them from the Recycle Bin.')
    : t('You can restore them from the Trash.');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
