import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { SessionRef, SessionSummary } from '#core/events/session.ts';
import type { ChatServices } from '../list/services.ts';
import { confirm } from '../vscode/notification.ts';
import { exportName } from './exportName.ts';

/** What VS Code's dialogs call files, and how their names end. */
export const fileKinds = {
  html: { type: 'HTML', ending: 'html' },
  markdown: { type: 'Markdown', ending: 'md' },
  json: { type: 'JSON', ending: 'json' },
  csv: { type: 'CSV', ending: 'csv' },
} as const;
type FileKind = keyof typeof fileKinds;

const folderKey = 'export.folder';

/** The folder of the last export, else the downloads; never the open folder by itself. */
export function exportFolder({ globalState }: Pick<vscode.ExtensionContext, 'globalState'>) {
  const last = globalState.get(folderKey);
  if (typeof last === 'string') {
    const folder = vscode.Uri.parse(last, true);
    if (folder.scheme !== 'file' || existsSync(folder.fsPath)) {
      return folder;
    }
  }
  const downloads = join(homedir(), 'Downloads');
  return vscode.Uri.file(existsSync(downloads) ? downloads : homedir());
}

/** @param file that the user chose. */
export async function rememberFolder(
  { globalState }: Pick<vscode.ExtensionContext, 'globalState'>,
  file: vscode.Uri,
): Promise<void> {
  await globalState.update(folderKey, vscode.Uri.joinPath(file, '..').toString());
}

/** Asks where to write an export. @returns undefined when the user cancels. */
export async function askForFile(
  { extension }: Pick<ChatServices, 'extension'>,
  title: string,
  kind: FileKind,
  of: SessionRef | SessionSummary | 'numbers',
): Promise<vscode.Uri | undefined> {
  const { type, ending } = fileKinds[kind];
  const name = of === 'numbers' ? `session-numbers.${ending}` : exportName(of, ending);
  const file = await vscode.window.showSaveDialog({
    title,
    filters: { [type]: [ending] },
    defaultUri: vscode.Uri.joinPath(exportFolder(extension), name),
  });
  if (file !== undefined) {
    await rememberFolder(extension, file);
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
  { worker }: Pick<ChatServices, 'worker'>,
  file: vscode.Uri,
): Promise<boolean> {
  const exists =
    file.scheme === 'file'
      ? (await worker.request('export/look', { file: file.fsPath })).exists
      : await vscode.workspace.fs.stat(file).then(
          () => true,
          // Writing will report any other problem with it.
          () => false,
        );
  return (
    !exists ||
    confirm(
      'warning',
      t('{0} already exists. Do you want to replace it?', vscode.workspace.asRelativePath(file)),
      t('Its current contents will be lost.'),
      t('Replace'),
    )
  );
}

/**
 * Writes an export that is a text.
 *
 * @param of the session's log, if it is of one.
 * @throws RemoteError with a sentence for a file in an agent's store.
 */
export async function writeExport(
  { worker }: Pick<ChatServices, 'worker'>,
  file: vscode.Uri,
  text: string,
  of?: Pick<SessionRef, 'path'>,
): Promise<void> {
  if (file.scheme === 'file') {
    await worker.request('export/text', { path: of?.path, file: file.fsPath, text });
  } else {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  }
}
