import * as vscode from 'vscode';

/**
 * A shell without VS Code's integration never reports itself; after this it is taken to be ready.
 */
const shellIntegrationMs = 3_000;

/** Waits until the shell is ready to read; undefined if the shell does not report it. */
export function whenShellIsReady(
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
