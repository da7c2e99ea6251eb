import * as vscode from 'vscode';
import { chatParticipantId, participantIcon } from '../vscode/contributions.ts';
import type { Log } from '../vscode/log.ts';
import type { ChatHandler } from './chatHandler.ts';

/**
 * `@session`: continues a session in the chat view. All it knows about a chat comes from that
 * chat's history, so any number of chats can be open and all survive a reload.
 *
 * @param load is called with the first message.
 */
export function registerChat(log: Log, load: () => Promise<ChatHandler>): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(
    chatParticipantId,
    async (request, context, stream, token) =>
      (await load()).handle({ request, stream, token }, context),
  );
  participant.iconPath = new vscode.ThemeIcon(participantIcon);
  participant.followupProvider = {
    provideFollowups: async ({ metadata }) => (await load()).followups(metadata),
  };
  void resolveModels(log);
  return vscode.Disposable.from(participant);
}

/**
 * A fresh window has no models until they are asked for (VS Code 1.139), and without one the
 * first message to a participant fails before reaching it.
 */
async function resolveModels(log: Log): Promise<void> {
  try {
    await vscode.lm.selectChatModels();
  } catch (error) {
    log.debug('chat', 'models not resolved', { reason: String(error) });
  }
}
