import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { notify } from '../vscode/notification.ts';
import { whenShellIsReady } from '../vscode/shellReady.ts';
import { typeIntoCommand } from './typeIntoCommand.ts';
import { copyText } from '../vscode/copyText.ts';

export interface TerminalRun {
  readonly name: string;
  readonly icon: string;
  /** Built by `commandLine`. */
  readonly line: string;
  readonly cwd: string;
  /** One line to type into the program once it listens. */
  readonly input: string | undefined;
}

/**
 * Runs a line in a new terminal. The user's own shell runs it, rather than the program being the
 * terminal's process: an agent is often on the PATH only through the shell's profile, or is an
 * alias, and its last words stay readable after it ends.
 */
export function runInTerminal(run: TerminalRun): vscode.Terminal {
  const terminal = vscode.window.createTerminal({
    name: run.name,
    cwd: run.cwd,
    iconPath: new vscode.ThemeIcon(run.icon),
  });
  terminal.show();
  whenShellIsReady(terminal, (shell) => {
    if (shell === undefined) {
      terminal.sendText(run.line);
      if (run.input !== undefined) {
        void sayWhatToType(run.name, run.input);
      }
      return;
    }
    const execution = shell.executeCommand(run.line);
    if (run.input !== undefined) {
      typeIntoCommand(terminal, execution, run.input);
    }
  });
  return terminal;
}

/** Nothing reports whether the agent runs, and its input must not reach the shell. */
async function sayWhatToType(name: string, input: string): Promise<void> {
  const copy = t('Copy');
  const answer = await notify(
    'information',
    t('When {0} is ready in the terminal, type: {1}', name, input),
    copy,
  );
  if (answer === copy) {
    await copyText(input);
  }
}
