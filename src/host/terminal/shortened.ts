import * as vscode from 'vscode';
import { append } from '#base/append.ts';
import { t } from '#base/l10n.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { SessionRef } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import type { CarryRequest } from '#protocol/writing.ts';
import { compactConversation } from '../chat/turn/compact.ts';
import { TokenCounter } from '../chat/turn/tokenCounter.ts';
import type { ChatServices } from '../list/services.ts';
import { plainItems } from '../vscode/plainItems.ts';
import { withCancelButton } from '../vscode/progress.ts';

/**
 * A conversation whose older part one of the chat's models, which the user chooses, has summarized.
 *
 * @returns undefined when the user cancels.
 * @throws UserError if no model can do it.
 */
export async function shortened(
  { worker, log }: Pick<ChatServices, 'worker' | 'log'>,
  session: SessionRef,
  request: CarryRequest,
): Promise<readonly ConversationMessage[] | undefined> {
  const model = await pickModel();
  if (model === undefined) {
    return undefined;
  }
  const title = t('Compacting the conversation with {0}…', model.name);
  return withCancelButton(title, async (signal) => {
    const messages: ConversationMessage[] = [...(request.messages ?? [])];
    if (request.messages === undefined) {
      await worker.request('carry/messages', request, signal, (part) => append(messages, part));
    }
    const cancel = new vscode.CancellationTokenSource();
    signal.addEventListener('abort', () => cancel.cancel());
    const { token } = cancel;
    const turn = { services: { log }, counter: new TokenCounter(), request: { model }, token };
    const compacted = await compactConversation(turn, messages, 'manual');
    cancel.dispose();
    signal.throwIfAborted();
    switch (compacted.kind) {
      case 'done':
        log.info('carry', 'compacted', { agent: session.agent, model: model.id });
        return compacted.messages;
      case 'nothing':
        throw new UserError(t('There is nothing to compact in this conversation.'));
      case 'failed':
        throw new UserError(compacted.sentence);
    }
  });
}

/** @throws UserError without a model. */
async function pickModel(): Promise<vscode.LanguageModelChat | undefined> {
  const models = await vscode.lm.selectChatModels();
  const [first] = models;
  if (first === undefined) {
    throw new UserError(t('VS Code’s chat has no model that could compact the conversation.'));
  }
  if (models.length === 1) {
    return first;
  }
  const items = models.map((model) => ({
    label: model.name,
    description: model.vendor,
    model,
  }));
  const title = t('Compact the Conversation With');
  return (await vscode.window.showQuickPick(plainItems(items), { title }))?.model;
}
