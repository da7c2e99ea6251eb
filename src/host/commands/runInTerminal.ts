import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { notify } from '../vscode/notification.ts';
import { typeIntoCommand } from './typeIntoCommand.ts';

/**
 * A shell without VS Code's integration never reports itself; after this the line is typed into it.
 */
const shellIntegrationMs = 3_000;

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

/** Waits until the shell is ready to read; undefined if the shell does not report it. */
function whenShellIsReady(
  terminal: vscode.Terminal,
  run: (shell: vscode.TerminalShellIntegration | undefined) => void,
): void {
  const finish = () => {
    clearTimeout(timer);
    ready.dispose();
    closed.dispose();
  };
  const timer = setTimeout(() => {
    finish();
    run(terminal.shellIntegration);
  }, shellIntegrationMs);
  const ready = vscode.window.onDidChangeTerminalShellIntegration((event) => {
    if (event.terminal === terminal) {
      finish();
      run(event.shellIntegration);
    }
  });
  const closed = vscode.window.onDidCloseTerminal((ended) => {
    if (ended === terminal) {
      finish();
    }
  });
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
    await vscode.env.clipboard.writeText(input);
  }
}
