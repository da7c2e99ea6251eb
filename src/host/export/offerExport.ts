import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { Log } from '../vscode/log.ts';
import { offer } from '../vscode/runCommand.ts';
import { wayTo } from '../vscode/waysOut.ts';

/** Says that a file is written, and offers what can be done with it here. Does not wait. */
export function offerExport(file: vscode.Uri, format: 'html' | 'markdown', log: Log): void {
  const isHere = file.scheme === 'file' && isOnDesktop();
  const open =
    format === 'markdown'
      ? [{ label: t('Open'), run: () => vscode.window.showTextDocument(file) }]
      : isHere
        ? [{ label: t('Open in Browser'), run: () => vscode.env.openExternal(file) }]
        : [];
  const canReveal = isHere || vscode.workspace.getWorkspaceFolder(file) !== undefined;
  const reveal = wayTo(t('Reveal'), isHere ? 'revealFileInOS' : 'revealInExplorer', file);
  void offer(
    'information',
    t('Exported to {0}', vscode.workspace.asRelativePath(file)),
    [...open, ...(canReveal ? [reveal] : [])],
    log,
  );
}

/** The browser and the file manager are on the machine that has the files, too. */
export function isOnDesktop(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}
