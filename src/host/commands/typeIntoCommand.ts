import * as vscode from 'vscode';

/** A program that has drawn its first screen and is quiet for so long waits for its user. */
const quietMs = 500;
/** One that says nothing at first, or never stops drawing, is not waited for longer. */
const patienceMs = 10_000;
/** Enter comes after the text as from a person: together they may be taken for something pasted. */
const enterMs = 150;

/**
 * Types a line, with Enter, into a command that a terminal's shell was told to run: once the shell has
 * reported that it runs and it has said something and is quiet. If the command ends before, nothing is
 * typed, for the shell would run it.
 *
 * @param execution called for just now, so that none of its output is missed.
 */
export function typeIntoCommand(
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
