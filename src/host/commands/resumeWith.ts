import * as vscode from 'vscode';
import { speakerLabel, hasTerminalPlan } from '#agents/registry.ts';
import { t } from '#base/l10n.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { commandIds, type CommandId } from '../vscode/contributions.ts';
import { extensionUri } from '../vscode/extensionUri.ts';
import { plainItems } from '../vscode/plainItems.ts';

/** Lets the user choose what continues a session. Each is a command, which says so if it cannot. */
export async function resumeWith(session: SessionSummary): Promise<void> {
  const way = (label: string, icon: string, command: CommandId) => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    command,
  });
  const agent = speakerLabel(session);
  const trusted = vscode.workspace.isTrusted
    ? [
        ...(hasTerminalPlan(session)
          ? [way(t('{0} in Terminal', agent), 'terminal', commandIds.resumeInTerminal)]
          : []),
        way(t('Another Chat Participant'), 'mention', commandIds.resumeWithOther),
        way(t('Chat, from Before a Compaction…'), 'history', commandIds.resumeBeforeCompaction),
      ]
    : [];
  const picked = await vscode.window.showQuickPick(
    plainItems([
      way(t('Chat'), 'comment-discussion', commandIds.resumeInChat),
      ...(extensionUri(session) === undefined
        ? []
        : [way(t('{0} Extension', agent), 'link-external', commandIds.openInExtension)]),
      ...trusted,
    ]),
    { title: t('Resume With') },
  );
  if (picked !== undefined) {
    await vscode.commands.executeCommand(picked.command, session);
  }
}
