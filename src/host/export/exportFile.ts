import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { SessionRef, SessionSummary } from '#core/session.ts';
import type { ChatServices } from '../catalog/services.ts';
import { ask } from '../vscode/notification.ts';
import { exportFolder, rememberFolder } from './exportFolder.ts';
import { exportName } from './exportName.ts';

/** Asks where to write an export. @returns undefined when the user cancels. */
export async function askForFile(
  { extension: context }: Pick<ChatServices, 'extension'>,
  session: SessionRef | SessionSummary,
  options: { readonly title: string; readonly type: string; readonly extension: string },
): Promise<vscode.Uri | undefined> {
  const { title, type, extension } = options;
  const file = await vscode.window.showSaveDialog({
    title,
    filters: { [type]: [extension] },
    defaultUri: vscode.Uri.joinPath(exportFolder(context), exportName(session, extension)),
  });
  if (file !== undefined) {
    await rememberFolder(context, file);
  }
  return file;
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
