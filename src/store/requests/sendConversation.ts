import type { ConversationMessage } from '#core/events/message.ts';
import type { Conversation, ConversationEnd } from '#protocol/worker.ts';

/** Characters per part, which its last message may exceed. They take about 1 ms to receive. */
const partLength = 256 * 1024;

/**
 * Streams a conversation in parts: 100 MB at once would block the receiver's thread for half a
 * second.
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

/** The bulk of a message, plus some overhead for each part. */
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

/** Copying a small object takes as long as copying this many characters. */
const overhead = 200;
