import { statSync } from 'node:fs';
import * as vscode from 'vscode';
import { adapterById } from '#agents/registry.ts';
import type { SessionSummary } from '#core/session.ts';
import { UserError } from '#core/userError.ts';
import { PathStyle } from '#store/pathStyle.ts';
import { commandIds } from '../contributions.ts';
import { commandLine } from './commandLine.ts';

/** A shell without VS Code's integration never reports it; then the line is typed into it. */
const shellIntegrationMs = 3_000;

const pathStyle = new PathStyle(process.platform === 'win32' ? 'windows' : 'posix');

/**
 * Lets the agent itself take up a session, in a terminal at the session's folder. The user's own
 * shell runs it, not the agent as the terminal's process: an agent is often on the PATH only by the
 * shell's own profile, or an alias, and its last words stay readable after it ends. The line is made
 * of plain words only (see `commandLine`), so no shell can read anything else into it.
 *
 * @throws UserError when the session cannot be taken up, with a way out.
 */
export async function resumeInTerminal(session: SessionSummary): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(
      vscode.l10n.t('Resuming in a terminal runs a command, so it needs a trusted workspace.'),
      [
        {
          label: vscode.l10n.t('Manage Workspace Trust'),
          run: () => vscode.commands.executeCommand('workbench.trust.manage'),
        },
      ],
    );
  }
  const adapter = adapterById(session.agent);
  const plan = adapter?.terminalPlan?.(session);
  const line = plan === undefined ? undefined : commandLine(plan);
  const inChat = {
    label: vscode.l10n.t('Resume in Chat'),
    run: () => vscode.commands.executeCommand(commandIds.resumeInChat, session),
  };
  if (plan === undefined || line === undefined) {
    const label = adapter?.label ?? session.agent;
    throw new UserError(
      vscode.l10n.t(
        '{0} cannot take this session up in a terminal: its log does not say enough.',
        label,
      ),
      [inChat],
    );
  }
  // Looking at a network path of Windows logs in at a server that the log names: not unasked.
  if (!pathStyle.isRemote(plan.cwd) && !isFolder(plan.cwd)) {
    throw new UserError(vscode.l10n.t('The folder of this session is gone: {0}.', plan.cwd), [
      inChat,
    ]);
  }
  const run = vscode.l10n.t('Run');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Resume this session in a terminal?'),
    { modal: true, detail: vscode.l10n.t('Command: {0}\nFolder: {1}', line, plan.cwd) },
    run,
  );
  if (answer === run) {
    const terminal = vscode.window.createTerminal({
      name: adapter?.label ?? session.agent,
      cwd: plan.cwd,
      iconPath: new vscode.ThemeIcon(adapter?.icon ?? 'terminal'),
    });
    terminal.show();
    runWhenReady(terminal, line);
  }
}

/** Waits for the shell to be ready to read, where it can tell. */
function runWhenReady(terminal: vscode.Terminal, line: string): void {
  const finish = () => {
    clearTimeout(timer);
    ready.dispose();
    closed.dispose();
  };
  const timer = setTimeout(() => {
    finish();
    terminal.sendText(line);
  }, shellIntegrationMs);
  const ready = vscode.window.onDidChangeTerminalShellIntegration((event) => {
    if (event.terminal === terminal) {
      finish();
      event.shellIntegration.executeCommand(line);
    }
  });
  const closed = vscode.window.onDidCloseTerminal((ended) => {
    if (ended === terminal) {
      finish();
    }
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
