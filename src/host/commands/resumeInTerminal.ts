import type * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import { adapterById } from '#agents/registry.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError, type WayOut } from '#core/userError.ts';
import type { ChatServices } from '../catalog/services.ts';
import { commandIds } from '../vscode/contributions.ts';
import { pathStyle, statsOf } from '../vscode/pathStyle.ts';
import { requireTrust } from '../vscode/trust.ts';
import { wayTo } from '../vscode/wayTo.ts';
import { commandLine } from './commandLine.ts';
import { fileAnswers } from './fileAnswers.ts';
import { runInTerminal } from './runInTerminal.ts';
import { confirmInWindow, type TerminalDialogs } from './terminalDialogs.ts';
import { TerminalFiles } from './terminalFiles.ts';
import { terminalPlanNow } from './terminalPlan.ts';

/**
 * Lets the agent itself resume a session, in a terminal in the session's folder. The command
 * consists of words that no shell interprets (see `commandLine`) and is shown before it runs.
 *
 * @returns the terminal; undefined if the user canceled.
 * @throws UserError if the session cannot be resumed, with a way out.
 */
export async function resumeInTerminal(
  services: Pick<ChatServices, 'catalog' | 'extension'>,
  session: SessionSummary,
  dialogs: TerminalDialogs = confirmInWindow,
): Promise<vscode.Terminal | undefined> {
  requireTrust(t('Resuming in a terminal runs a command, so it requires a trusted workspace.'));
  const adapter = adapterById(session.agent);
  const name = adapter?.label ?? session.agent;
  const plan = await terminalPlanNow(services.catalog, session, adapter);
  if (plan === undefined) {
    throw new UserError(
      t('{0} cannot resume this session in a terminal: the log lacks required information.', name),
      [inChat(session)],
    );
  }
  // Opening a Windows network path logs in to a server that the log names: never unasked.
  if (!pathStyle.isRemote(plan.cwd) && statsOf(plan.cwd)?.isDirectory() !== true) {
    throw new UserError(t('The session’s folder no longer exists: {0}.', plan.cwd), [
      inChat(session),
    ]);
  }
  const files = fileAnswers(session, plan, {
    remembered: new TerminalFiles(services.extension.workspaceState),
    dialogs,
  });
  let askAgain = false;
  for (;;) {
    const args = await files.fillIn(askAgain);
    if (args === undefined) {
      return undefined;
    }
    const line = commandLine(plan.executable, args);
    if (line === undefined) {
      throw new UserError(
        t(
          'This session cannot be resumed in a terminal from here because a shell would interpret some characters of the command: {0}',
          [plan.executable, ...args].join(' '),
        ),
        [inChat(session)],
      );
    }
    await files.remember();
    const { cwd, input } = plan;
    const answer = await dialogs.confirm({ line, cwd, input, asksForFiles: files.areAsked });
    if (answer === 'run') {
      return runInTerminal({ name, icon: adapter?.icon ?? 'terminal', line, cwd, input });
    }
    if (answer === undefined) {
      return undefined;
    }
    askAgain = true;
  }
}

function inChat(session: SessionSummary): WayOut {
  return wayTo(t('Resume in Chat'), commandIds.resumeInChat, session);
}
