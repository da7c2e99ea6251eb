import * as vscode from 'vscode';
import {
  compactedConversation,
  planCompaction,
  summaryRequest,
} from '#core/chat/compactionPlan.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationMessage } from '#core/conversation/message.ts';
import type { NewCompaction } from '#core/newEvent.ts';
import { UserError } from '#core/userError.ts';
import type { Log } from '../../vscode/log.ts';
import { textMessage } from '../record/chatHistory.ts';
import { modelErrorSentence } from './modelError.ts';
import { modelParts } from './modelParts.ts';
import { countMessages, prepareRequest } from './prepareRequest.ts';
import type { TokenCounter } from './tokenCounter.ts';

/** Of the model's window; newer exchanges up to this size stay as they are. */
const keptShare = 0.25;
/** Of the model's window; beyond it the conversation is compacted before the next message. */
export const fullShare = 0.8;

export interface CompactionWish {
  readonly trigger: NewCompaction['trigger'];
  /** What the summary is to heed, in the user's words; may be empty. */
  readonly guidance: string;
}

export type Compacted =
  | {
      readonly kind: 'done';
      readonly event: NewCompaction;
      /** The conversation as it is from here on. */
      readonly messages: readonly ConversationMessage[];
      /** Messages that the summary stands for. */
      readonly summed: number;
    }
  /** There is nothing to sum up. */
  | { readonly kind: 'nothing' }
  /** The conversation goes on as it was. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Has the user's model sum up the older part of a conversation. Never throws. */
export async function compactConversation(
  conversation: readonly ConversationMessage[],
  wish: CompactionWish,
  model: vscode.LanguageModelChat,
  counter: TokenCounter,
  token: vscode.CancellationToken,
  log: Log,
): Promise<Compacted> {
  try {
    const counts = await countMessages(conversation, model, counter, Infinity, token);
    const keep = Math.floor(model.maxInputTokens * keptShare);
    const plan = planCompaction(conversation, counts.tokensOf, keep, wish.trigger === 'manual');
    if (plan === undefined) {
      return { kind: 'nothing' };
    }
    const request = summaryRequest(wish.guidance);
    const summary = await summarize(plan.older, request, model, counter, token, log);
    const replacement = compactedConversation(summary, plan.recent);
    return {
      kind: 'done',
      summed: plan.older.length,
      messages: replacement.flatMap((entry, index) => expandEntry(entry, index)),
      event: { kind: 'compaction', trigger: wish.trigger, summary: summary.trim(), replacement },
    };
  } catch (error) {
    log.warn('chat', 'compaction failed', { model: model.id });
    return { kind: 'failed', reason: summaryFailure(error, token) };
  }
}

/**
 * The model's summary of messages; of more than it takes, of the newest.
 *
 * @param request what it is asked for.
 * @throws whatever the model's provider throws, and `UserError` for an empty summary; see
 *   `summaryFailure`.
 */
export async function summarize(
  messages: readonly ConversationMessage[],
  request: string,
  model: vscode.LanguageModelChat,
  counter: TokenCounter,
  token: vscode.CancellationToken,
  log: Log,
): Promise<string> {
  const asked = [...messages, textMessage('user', request)];
  const prepared = await prepareRequest(asked, model, counter, token);
  let summary = '';
  for await (const part of modelParts(model, prepared.messages, [], token, log)) {
    summary += part.type === 'text' ? part.text : '';
  }
  if (token.isCancellationRequested) {
    throw new vscode.CancellationError();
  }
  if (summary.trim() === '') {
    throw new UserError(vscode.l10n.t('The model sent an empty summary.'));
  }
  return summary;
}

/** Why there is no summary, as a sentence. */
export function summaryFailure(error: unknown, token: vscode.CancellationToken): string {
  if (token.isCancellationRequested) {
    return vscode.l10n.t('It was stopped.');
  }
  return error instanceof UserError ? error.message : modelErrorSentence(error);
}
