import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import type { Log } from '../vscode/log.ts';
import { notify } from '../vscode/notification.ts';
import { showFailure } from '../vscode/runCommand.ts';

/** Says that a file is written, and offers what can be done with it here. Does not wait. */
export function offerExport(file: vscode.Uri, format: 'html' | 'markdown', log: Log): void {
  const ways = waysTo(file, format);
  const said = notify(
    'information',
    t('Exported to {0}', vscode.workspace.asRelativePath(file)),
    ...ways.map(({ label }) => label),
  );
  void said
    .then((chosen) => ways.find(({ label }) => label === chosen)?.run())
    .catch((error: unknown) => {
      showFailure(error, log, 'openExport');
    });
}

interface Way {
  readonly label: string;
  readonly run: () => Thenable<unknown>;
}

function waysTo(file: vscode.Uri, format: 'html' | 'markdown'): readonly Way[] {
  // The browser and file manager are on the user's machine; the file may be on another.
  const isHere =
    file.scheme === 'file' &&
    vscode.env.remoteName === undefined &&
    vscode.env.uiKind === vscode.UIKind.Desktop;
  const open =
    format === 'html'
      ? {
          label: t('Open in Browser'),
          run: () => vscode.env.openExternal(file),
          isPossible: isHere,
        }
      : {
          label: t('Open'),
          run: () => vscode.window.showTextDocument(file),
          isPossible: true,
        };
  const reveal = {
    label: t('Reveal'),
    run: () => vscode.commands.executeCommand(isHere ? 'revealFileInOS' : 'revealInExplorer', file),
    isPossible: isHere || vscode.workspace.getWorkspaceFolder(file) !== undefined,
  };
  return [open, reveal].filter(({ isPossible }) => isPossible);
}
