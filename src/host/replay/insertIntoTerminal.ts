import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { isTypeable } from '#core/text/inertText.ts';
import { UserError } from '#core/userError.ts';
import { pathStyle, statsOf } from '../vscode/pathStyle.ts';
import { whenShellIsReady } from '../vscode/shellReady.ts';
import { requireTrust } from '../vscode/waysOut.ts';
import { copyText } from '../vscode/copyText.ts';

/**
 * Types a command from a log into a new terminal and leaves it to the user to run it. A terminal of
 * its own, because the prompt of another may already have text.
 *
 * @param cwd the session's folder; without it, the terminal opens where terminals open.
 * @throws UserError for a command that a shell could run, or show otherwise, while it is typed.
 */
export function insertIntoTerminal(command: string, cwd: string | undefined): void {
  requireTrust(t('Inserting a command into a terminal requires a trusted workspace.'));
  const line = command.trim();
  if (!isTypeable(line)) {
    throw new UserError(
      t(
        'The command has several lines or invisible characters, so a shell could run more than you see. Copy it instead, and check it before you paste it.',
      ),
      [{ label: t('Copy Command'), run: () => copyText(command) }],
    );
  }
  // Opening a Windows network path logs in to a server that the log names, so it counts as none.
  const isThere =
    cwd !== undefined && !pathStyle.isRemote(cwd) && statsOf(cwd)?.isDirectory() === true;
  const name = t('Command from Session');
  const terminal = vscode.window.createTerminal(isThere ? { name, cwd } : { name });
  terminal.show();
  whenShellIsReady(terminal, () => {
    terminal.sendText(line, false);
  });
}
