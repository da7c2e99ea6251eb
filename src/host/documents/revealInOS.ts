import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { withoutControls } from '#core/text/inertText.ts';
import { UserError } from '#core/userError.ts';
import { fileOfSession } from './fileOfSession.ts';
import { copyText } from '../vscode/copyText.ts';

/**
 * Shows the file that holds a session in the system's file manager.
 *
 * @throws UserError if this window has none.
 */
export async function revealInOS(log: string): Promise<void> {
  const path = fileOfSession(log)?.path ?? log;
  try {
    await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(path));
  } catch {
    // A browser window has no such command, and a remote machine no file manager.
    throw new UserError(
      t('This window cannot show the log in a file manager. It is at {0}.', path),
      [
        {
          label: t('Copy Path'),
          run: () => copyText(withoutControls(path)),
        },
      ],
    );
  }
}
