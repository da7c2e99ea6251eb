import type { ConversationMessage } from '../events/message.ts';

/**
 * Splits a conversation into pieces that can be dropped without breaking it: each starts with a
 * user message. A tool call and its result stay together, because a result alone starts nothing.
 */
export function splitExchanges(
  messages: readonly ConversationMessage[],
): readonly (readonly ConversationMessage[])[] {
  const exchanges: ConversationMessage[][] = [];
  for (const message of messages) {
    const current = exchanges.at(-1);
    if (current === undefined || beginsExchange(message)) {
      exchanges.push([message]);
    } else {
      current.push(message);
    }
  }
  return exchanges;
}

function beginsExchange(message: ConversationMessage): boolean {
  return message.role === 'user' && message.parts.every((part) => part.type !== 'toolResult');
}

interface Fit {
  readonly messages: readonly ConversationMessage[];
  /** Tokens of `messages`. */
  readonly tokens: number;
  /** Omitted messages, all of them older than `messages`. */
  readonly omitted: number;
}

/**
 * The newest whole exchanges within a `limit` of tokens. The last exchange is always included: if
 * even that is too large (`tokens > limit`), the caller decides what to do.
 *
 * @param tokensOf tokens of each message, by its index. Uncounted messages are not reached: the
 *   caller may stop counting once the newest messages exceed the limit.
 */
export function fitNewest(
  messages: readonly ConversationMessage[],
  tokensOf: (index: number) => number,
  limit: number,
): Fit {
  const exchanges = splitExchanges(messages);
  let start = messages.length;
  let tokens = 0;
  for (let at = exchanges.length - 1; at >= 0; at -= 1) {
    const from = start - (exchanges[at]?.length ?? 0);
    let more = 0;
    for (let index = from; index < start; index += 1) {
      more += tokensOf(index);
    }
    if (start < messages.length && tokens + more > limit) {
      break;
    }
    start = from;
    tokens += more;
  }
  return { messages: messages.slice(start), tokens, omitted: start };
}
