import * as vscode from 'vscode';
import { UserError } from '#core/userError.ts';
import { notify } from '../vscode/notification.ts';
import { fileOfSession } from './fileOfSession.ts';
import { rawLogUri } from './rawLogs.ts';
import { revealInOS } from './revealInOS.ts';

/**
 * Above this, VS Code hands no document to extensions and turns most of its editor off; and what we
 * read for it passes through the extension host.
 */
const largeBytes = 50 * 1024 * 1024;

/**
 * Opens a session's log in a text editor, read-only.
 *
 * @param line from 1; the cursor is put there.
 */
export async function openRawLog(path: string, line?: number): Promise<void> {
  const file = fileOfSession(path);
  const reveal = vscode.l10n.t('Reveal in OS');
  if (file === undefined) {
    throw new UserError(vscode.l10n.t('This log is gone: {0}.', path));
  }
  if (file.isDatabase) {
    throw new UserError(
      vscode.l10n.t('This session has no log of its own. It stands in a database, {0}.', file.path),
      [{ label: reveal, run: () => revealInOS(path) }],
    );
  }
  const isLarge = file.size > largeBytes;
  if (isLarge) {
    const anyway = vscode.l10n.t('Open Anyway');
    const answer = await notify(
      'warning',
      vscode.l10n.t(
        'This log has {0} MB. Above 50 MB VS Code’s editor is slow and turns most of its features off.',
        Math.round(file.size / 1_000_000),
      ),
      reveal,
      anyway,
    );
    if (answer !== anyway) {
      await (answer === reveal ? revealInOS(path) : undefined);
      return;
    }
  }
  const at = new vscode.Position((line ?? 1) - 1, 0);
  // Not `openTextDocument`, which refuses large files.
  await vscode.commands.executeCommand(
    'vscode.open',
    isLarge ? vscode.Uri.file(path) : rawLogUri(path),
    {
      preview: true,
      ...(line === undefined ? {} : { selection: new vscode.Range(at, at) }),
    },
  );
  if (isLarge) {
    // VS Code reads a file of its own in pieces, and can be told not to write to it.
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
  }
}
