import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';

const key = 'export.folder';

/** The folder of the last export, else the downloads; never the open folder by itself. */
export function exportFolder({ globalState }: Pick<vscode.ExtensionContext, 'globalState'>) {
  const last = globalState.get(key);
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
  await globalState.update(key, vscode.Uri.joinPath(file, '..').toString());
}
