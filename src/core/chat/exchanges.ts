import type { ConversationMessage } from '../conversation/message.ts';

/**
 * The conversation in pieces that may be dropped without breaking it: each begins with something the
 * user said. A tool call and its result never come apart, because a result alone begins nothing.
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

export interface Fit {
  readonly messages: readonly ConversationMessage[];
  /** Tokens of `messages`. */
  readonly tokens: number;
  /** Messages left out, all of them older than `messages`. */
  readonly omitted: number;
}

/**
 * The newest whole exchanges whose tokens stay within `limit`. The last exchange is always in it: what
 * to do when even that is too large is the caller's question (`tokens > limit`).
 *
 * @param tokensOf tokens of each message, by its place. Places without a count are not reached: the
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
