import * as vscode from 'vscode';
import { withoutControls } from '#core/text/inertText.ts';
import { UserError } from '#core/userError.ts';
import { fileOfSession } from './fileOfSession.ts';

/**
 * Shows the file that holds a session in the system's file manager.
 *
 * @throws UserError where this window has none.
 */
export async function revealInOS(log: string): Promise<void> {
  const path = fileOfSession(log)?.path ?? log;
  try {
    await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(path));
  } catch {
    // A window in a browser has no such command, and a remote machine no file manager to show.
    throw new UserError(
      vscode.l10n.t('This window has no file manager to show the log in. It is at {0}.', path),
      [
        {
          label: vscode.l10n.t('Copy Path'),
          run: () => vscode.env.clipboard.writeText(withoutControls(path)),
        },
      ],
    );
  }
}
