import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { SessionRef } from '#core/session.ts';
import type { ChatServices } from '../catalog/services.ts';
import { ask } from '../vscode/notification.ts';

/** Asks where to write an export. @returns undefined when the user cancels. */
export async function askForFile(
  session: SessionRef,
  options: { readonly title: string; readonly type: string; readonly extension: string },
): Promise<vscode.Uri | undefined> {
  const { title, type, extension } = options;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.showSaveDialog({
    title,
    filters: { [type]: [extension] },
    defaultUri: vscode.Uri.joinPath(
      folder?.uri ?? vscode.Uri.file(homedir()),
      exportName(session, extension),
    ),
  });
}

/**
 * Checks the file that a command was called with. The save dialog asks before replacing a file;
 * here nobody has.
 *
 * @returns false if the user does not want it replaced.
 * @throws RemoteError with a sentence for a file in an agent's store.
 */
export async function mayWrite(
  { worker }: ChatServices,
  { path }: Pick<SessionRef, 'path'>,
  file: vscode.Uri,
): Promise<boolean> {
  const exists =
    file.scheme === 'file'
      ? (await worker.request('export/look', { path, file: file.fsPath })).exists
      : await isThere(file);
  return !exists || (await confirmReplacing(file));
}

async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    // Writing will report any other problem with it.
    return false;
  }
}

async function confirmReplacing(file: vscode.Uri): Promise<boolean> {
  const replace = t('Replace');
  const name = vscode.workspace.asRelativePath(file);
  const answer = await ask(
    'warning',
    t('{0} already exists. Do you want to replace it?', name),
    t('Its current contents will be lost.'),
    { title: replace },
  );
  return answer === replace;
}

/** A file name for an export: an ID comes from a log, so only its plain characters are used. */
export function exportName({ id }: SessionRef, extension: string): string {
  const plain = id.replace(/[^A-Za-z0-9-]/g, '').slice(0, 36);
  return `session-${plain === '' ? 'export' : plain}.${extension}`;
}
