import { randomUUID } from 'node:crypto';
import type { ConversationMessage } from '#core/conversation/message.ts';
import { UserError } from '#core/userError.ts';
import type { Conversation, ConversationOutline } from '#protocol/worker.ts';

/** Characters of a part; its last message may go beyond. They take about 1 ms to arrive. */
const partLength = 256 * 1024;
/** Conversations that are handed over at the same time; of more, among them given up ones, the oldest goes. */
const maxKept = 4;

/**
 * Hands conversations over in parts: one of 100 MB in one piece would keep the receiver's thread for
 * half a second.
 */
export class ConversationParts {
  readonly #kept = new Map<string, readonly ConversationMessage[]>();

  outline({ messages, ...outline }: Conversation): ConversationOutline {
    const conversation = randomUUID();
    if (messages.length > 0) {
      this.#kept.set(conversation, messages);
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) {
        break;
      }
      this.#kept.delete(oldest);
    }
    return { ...outline, conversation, total: messages.length };
  }

  /**
   * Messages from `start` on, at least one. With the last the conversation is let go.
   *
   * @throws UserError for one that is let go already.
   */
  part(conversation: string, start: number): readonly ConversationMessage[] {
    const messages = this.#kept.get(conversation);
    if (messages === undefined) {
      throw new UserError('Reading the conversation was interrupted. Try again.');
    }
    let end = start;
    for (let length = 0; end < messages.length && length < partLength; end += 1) {
      length += lengthOf(messages[end]);
    }
    if (end >= messages.length) {
      this.#kept.delete(conversation);
    }
    return messages.slice(start, end);
  }
}

/** What is longest in a message; its parts take some room as well. */
function lengthOf(message: ConversationMessage | undefined): number {
  let length = 0;
  for (const part of message?.parts ?? []) {
    length += overhead;
    if (part.type === 'text') {
      length += part.text.length;
    } else if (part.type === 'image') {
      length += part.data.length;
    } else if (part.type === 'toolCall') {
      length += JSON.stringify(part.input).length;
    } else {
      length += part.text.length;
      length += (part.images ?? []).reduce((sum, { data }) => sum + data.length, 0);
    }
  }
  return length;
}

/** An object of a few members takes as long to copy as so many characters. */
const overhead = 200;
