import type { ConversationMessage } from '#core/conversation/message.ts';
import type { Conversation, ConversationEnd } from '#protocol/worker.ts';

/** Characters of a part; its last message may go beyond. They take about 1 ms to arrive. */
const partLength = 256 * 1024;

/**
 * Hands a conversation over in parts: one of 100 MB in one piece would keep the receiver's thread for
 * half a second.
 */
export async function sendConversation(
  { messages, ...end }: Conversation,
  emit: (part: readonly ConversationMessage[]) => Promise<void>,
): Promise<ConversationEnd> {
  let part: ConversationMessage[] = [];
  let length = 0;
  for (const message of messages) {
    part.push(message);
    length += lengthOf(message);
    if (length >= partLength) {
      await emit(part);
      part = [];
      length = 0;
    }
  }
  if (part.length > 0) {
    await emit(part);
  }
  return end;
}

/** What is longest in a message; its parts take some room as well. */
function lengthOf(message: ConversationMessage): number {
  let length = 0;
  for (const part of message.parts) {
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
