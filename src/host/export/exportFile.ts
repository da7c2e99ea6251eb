import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { SessionRef } from '#core/session.ts';

/** Asks where to write an export. @returns undefined when the user leaves without choosing. */
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

/** A file's name for an export: an id comes from a log, so only what is plain in it is taken. */
export function exportName({ id }: SessionRef, extension: string): string {
  const plain = id.replace(/[^A-Za-z0-9-]/g, '').slice(0, 36);
  return `session-${plain === '' ? 'export' : plain}.${extension}`;
}
