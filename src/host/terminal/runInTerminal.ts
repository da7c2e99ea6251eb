import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { notify } from '../vscode/notification.ts';
import { whenShellIsReady } from '../vscode/shellReady.ts';
import { copyText } from '../vscode/copyText.ts';

/** A program that has drawn its first screen and stays quiet this long is waiting for its user. */
const quietMs = 500;
/** Longest wait for a program that prints nothing at first or never stops drawing. */
const patienceMs = 10_000;
/** Enter follows the text as if typed by a person: sent together, they may be taken for a paste. */
const enterMs = 150;

/**
 * Types a line, with Enter, into a command running in a terminal's shell: once the shell has
 * reported the start and the command has printed something and gone quiet. If the command ends
 * first, nothing is typed, for the shell would run it.
 *
 * @param execution must be fresh, so that none of its output is missed.
 */
function typeIntoCommand(
  terminal: vscode.Terminal,
  execution: vscode.TerminalShellExecution,
  input: string,
): void {
  let state: 'called' | 'running' | 'done' = 'called';
  let hasSpoken = false;
  let until = 0;
  let timer: NodeJS.Timeout | undefined;
  const finish = () => {
    state = 'done';
    clearTimeout(timer);
    vscode.Disposable.from(...subscriptions).dispose();
  };
  const wait = () => {
    const left = Math.max(0, until - Date.now());
    clearTimeout(timer);
    timer = setTimeout(type, hasSpoken ? Math.min(quietMs, left) : left);
  };
  const type = () => {
    state = 'done';
    terminal.sendText(input, false);
    timer = setTimeout(() => {
      finish();
      terminal.sendText('', true);
    }, enterMs);
  };
  const subscriptions = [
    vscode.window.onDidStartTerminalShellExecution((event) => {
      if (event.execution === execution && state === 'called') {
        state = 'running';
        until = Date.now() + patienceMs;
        wait();
      }
    }),
    vscode.window.onDidEndTerminalShellExecution((event) => {
      if (event.execution === execution) {
        finish();
      }
    }),
    vscode.window.onDidCloseTerminal((closed) => {
      if (closed === terminal) {
        finish();
      }
    }),
  ];
  void listen(execution, () => {
    hasSpoken = true;
    if (state === 'running') {
      wait();
    }
  });
}

/** Calls back for every piece of output until the command ends. */
async function listen(
  execution: vscode.TerminalShellExecution,
  onOutput: () => void,
): Promise<void> {
  for await (const text of execution.read()) {
    if (text !== '') {
      onOutput();
    }
  }
}

interface TerminalRun {
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
