import * as vscode from 'vscode';
import type { SessionRef } from '#core/session.ts';
import { UserError, type WayOut } from '#core/userError.ts';
import { commandIds } from '../../vscode/contributions.ts';
import { requireTrust } from '../../vscode/trust.ts';
import { wayTo } from '../../vscode/wayTo.ts';

/** What can still be done with a session when no chat can take it up. */
export function otherWays(session: SessionRef): readonly WayOut[] {
  return [
    wayTo(vscode.l10n.t('Open Replay'), commandIds.openReplay, session),
    ...(vscode.workspace.isTrusted
      ? [wayTo(vscode.l10n.t('Resume in Terminal'), commandIds.resumeInTerminal, session)]
      : []),
    wayTo(vscode.l10n.t('Export Conversation…'), commandIds.exportConversation, session),
  ];
}

/**
 * Everything that a chat needs is there: trust, the chat itself, a model.
 * @returns ids of all commands, for finding out what this VS Code can do.
 * @throws UserError with a sentence and the ways that are left.
 */
export async function ensureChat(session: SessionRef): Promise<ReadonlySet<string>> {
  requireTrust(untrustedSentence(), otherWays(session));
  const commands = new Set(await vscode.commands.getCommands(true));
  const isOff = vscode.workspace.getConfiguration('chat').get('disableAIFeatures') === true;
  if (isOff || !commands.has('workbench.action.chat.open')) {
    throw new UserError(
      vscode.l10n.t('VS Code’s chat is switched off here, so the session cannot be resumed in it.'),
      [
        wayTo(
          vscode.l10n.t('Open Setting'),
          'workbench.action.openSettings',
          'chat.disableAIFeatures',
        ),
        ...otherWays(session),
      ],
    );
  }
  // Asking is what makes VS Code resolve the providers; before, a fresh window has no models.
  const models = await vscode.lm.selectChatModels();
  if (models.length === 0) {
    throw new UserError(
      vscode.l10n.t(
        'There is no language model to go on with. Sign in to GitHub Copilot, or add a model in the chat’s model picker.',
      ),
      otherWays(session),
    );
  }
  return commands;
}

/** Why a restricted window resumes nothing. */
export function untrustedSentence(): string {
  return vscode.l10n.t(
    'This workspace is not trusted, so its sessions are not handed to a chat: they may carry instructions for the model.',
  );
}
