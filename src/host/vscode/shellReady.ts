import * as vscode from 'vscode';

/**
 * Waits until the shell is ready to read; undefined if it does not report that in the time that VS
 * Code itself waits before it runs a command in a terminal.
 */
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
  }, patienceMs());
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

/**
 * As in VS Code 1.139: `timeout` in milliseconds, where -1, the default, stands for 5 s with shell
 * integration. A shell without it never reports itself.
 */
function patienceMs(): number {
  const settings = vscode.workspace.getConfiguration('terminal.integrated.shellIntegration');
  const timeout = settings.get<number>('timeout', -1);
  if (timeout < 0) {
    const withoutMs = vscode.env.remoteName === undefined ? 2_000 : 3_000;
    return settings.get<boolean>('enabled', true) ? 5_000 : withoutMs;
  }
  return timeout === 0 ? 0 : Math.max(timeout, 500);
}
