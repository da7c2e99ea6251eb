import * as vscode from 'vscode';
import { t } from '#base/l10n.ts';
import {
  compactedConversation,
  planCompaction,
  summaryRequest,
} from '#core/chat/compactionPlan.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { NewCompaction } from '#core/events/newEvent.ts';
import { UserError } from '#core/userError.ts';
import { textMessage } from '../record/chatHistory.ts';
import { modelErrorSentence } from './modelError.ts';
import { modelParts } from './modelParts.ts';
import { countMessages, prepareRequest } from './prepareRequest.ts';
import type { ModelTurn } from './turn.ts';

/** Share of the model's window: newer exchanges up to this size stay as they are. */
const recentShare = 0.25;

export type Compacted =
  | {
      readonly kind: 'done';
      readonly event: NewCompaction;
      /** The conversation from here on. */
      readonly messages: readonly ConversationMessage[];
      /** Messages replaced by the summary. */
      readonly summed: number;
    }
  | { readonly kind: 'nothing' }
  /** The conversation continues as it was. */
  | { readonly kind: 'failed'; readonly sentence: string };

/**
 * Has the user's model summarize the older part of a conversation. Never throws.
 *
 * @param guidance the user's instructions for the summary.
 */
export async function compactConversation(
  turn: ModelTurn,
  conversation: readonly ConversationMessage[],
  trigger: NewCompaction['trigger'],
  guidance = '',
): Promise<Compacted> {
  const { model } = turn.request;
  try {
    const counts = await countMessages(turn, conversation, Infinity);
    const keep = Math.floor(model.maxInputTokens * recentShare);
    const plan = planCompaction(conversation, counts.tokensOf, keep, trigger === 'manual');
    if (plan === undefined) {
      return { kind: 'nothing' };
    }
    const summary = await summarizeMessages(turn, plan.older, summaryRequest(guidance));
    const replacement = compactedConversation(summary, plan.recent);
    return {
      kind: 'done',
      summed: plan.older.length,
      messages: replacement.flatMap((entry, index) => expandEntry(entry, index)),
      event: { kind: 'compaction', trigger, summary: summary.trim(), replacement },
    };
  } catch (error) {
    turn.services.log.warn('chat', 'compaction failed', { model: model.id });
    const sentence = t(
      'The conversation was not compacted and continues unchanged: {0}',
      summaryFailure(error, turn.token),
    );
    return { kind: 'failed', sentence };
  }
}

/**
 * The model's summary of messages, or of the newest that fit its window.
 *
 * @param request the prompt for the summary.
 */
export async function summarizeMessages(
  turn: ModelTurn,
  messages: readonly ConversationMessage[],
  request: string,
): Promise<string> {
  const prepared = await prepareRequest(turn, [...messages, textMessage('user', request)]);
  let summary = '';
  for await (const part of modelParts(turn, prepared.messages, [])) {
    summary += part.type === 'text' ? part.text : '';
  }
  if (turn.token.isCancellationRequested) {
    throw new vscode.CancellationError();
  }
  if (summary.trim() === '') {
    throw new UserError(t('The model returned an empty summary.'));
  }
  return summary;
}

/** Why there is no summary, as a sentence. */
export function summaryFailure(error: unknown, token: vscode.CancellationToken): string {
  if (token.isCancellationRequested) {
    return t('Stopped.');
  }
  return error instanceof UserError ? error.message : modelErrorSentence(error);
}
