import * as vscode from 'vscode';

/** Folders of the window that are on this machine's disk, as native paths. */
export function openFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
