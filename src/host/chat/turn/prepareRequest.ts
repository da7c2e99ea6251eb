import { fitNewest } from '#core/chat/exchanges.ts';
import { sendable } from '#core/chat/sendable.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import { languageModelMessage, seesImages } from './languageModelMessage.ts';
import type { TokenCounts } from './tokenCounter.ts';
import type { ModelTurn } from './turn.ts';

/** What goes to the model, and how much of its window that takes. */
export interface PreparedRequest {
  readonly messages: readonly ConversationMessage[];
  /** Older messages that did not fit. */
  readonly omitted: number;
  /** Tokens of `messages`, by the model's own counter unless `exact` is false. */
  readonly tokens: number;
  readonly limit: number;
  readonly exact: boolean;
}

/** Providers add a few tokens around each message that their counters may not show. */
const reserve = 0.02;

/** Fits a conversation to a model: all of it if possible, else its newest whole exchanges. */
export async function prepareRequest(
  turn: ModelTurn,
  conversation: readonly ConversationMessage[],
): Promise<PreparedRequest> {
  const { model } = turn.request;
  const messages = sendable(conversation, { sees: seesImages(model) });
  const limit = model.maxInputTokens;
  const fits = Math.floor(limit * (1 - reserve));
  const counts = await countMessages(turn, messages, fits);
  if (counts.total !== undefined && counts.total <= fits) {
    return { messages, omitted: 0, tokens: counts.total, limit, exact: counts.exact };
  }
  const fit = fitNewest(messages, counts.tokensOf, fits);
  return { ...fit, limit, exact: counts.exact };
}

/** @param enough stops once the newest messages exceed this many tokens. */
export function countMessages(
  { counter, request: { model }, token }: ModelTurn,
  messages: readonly ConversationMessage[],
  enough: number,
): Promise<TokenCounts> {
  return counter.count(
    messages,
    `${model.vendor}/${model.id}`,
    enough,
    (message) => model.countTokens(languageModelMessage(message), token),
    () => token.isCancellationRequested,
  );
}
