import { t } from '#base/l10n.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { NewEvent } from '#core/events/newEvent.ts';
import { textMessage } from '../record/chatHistory.ts';
import { compactConversation } from './compact.ts';
import { compactedLine, warn } from './contextLine.ts';
import { prepareRequest, type PreparedRequest } from './prepareRequest.ts';
import type { Turn } from './turn.ts';

/** Share of the model's window; beyond it, the conversation is compacted before a message. */
const fullShare = 0.8;

/**
 * The conversation as sent to the model. A recorded one that fills most of the window is compacted
 * first; if that fails, or it is not recorded, the newest exchanges that fit are sent.
 *
 * @returns also what to record before the message.
 */
export async function fitToModel(
  turn: Turn,
  history: readonly ConversationMessage[],
  prompt: string,
  isRecorded: boolean,
): Promise<{ readonly prepared: PreparedRequest; readonly before: readonly NewEvent[] }> {
  const { stream, token } = turn;
  const message = textMessage('user', prompt);
  const prepared = await prepareRequest(turn, [...history, message]);
  const isFull = prepared.omitted > 0 || prepared.tokens > prepared.limit * fullShare;
  if (!isFull || !isRecorded || token.isCancellationRequested) {
    return { prepared, before: [] };
  }
  stream.progress(t('The context is almost full. Compacting conversation…'));
  const compacted = await compactConversation(turn, history, 'automatic');
  if (compacted.kind === 'done') {
    stream.markdown(compactedLine(compacted.event.summary, compacted.summed));
    return {
      prepared: await prepareRequest(turn, [...compacted.messages, message]),
      before: [compacted.event],
    };
  }
  if (compacted.kind === 'failed') {
    warn(stream, compacted.sentence);
  }
  return { prepared, before: [] };
}
