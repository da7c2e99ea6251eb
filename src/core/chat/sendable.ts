import type { ConversationMessage, MessagePart } from '../conversation/message.ts';
import { pairedCalls } from './pairedCalls.ts';
import { sendableImages } from './sendableImages.ts';

/** What providers take as a tool's name (OpenAI and Anthropic alike, 64 characters). */
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/** Said for the user where a log begins with an answer: a conversation has to begin with the user. */
export const missingBeginning = '(The beginning of this conversation is missing.)';

/**
 * The conversation as every provider takes it. Messages that are fine pass as they are; changed is
 * only what would be refused: blank texts go, tool names keep to the providers' alphabet, calls and
 * results meet (`pairedCalls`), images are told where they cannot be sent, and an answer does not
 * come first. Two messages of one role in a row are fine.
 *
 * @param sees whether the model takes images.
 */
export function sendable(
  messages: readonly ConversationMessage[],
  { sees }: { readonly sees: boolean },
): ConversationMessage[] {
  const paired = pairedCalls(withoutBlanks(messages));
  const kept = [...sendableImages(paired, sees)];
  return kept[0]?.role === 'assistant'
    ? [{ role: 'user', parts: [{ type: 'text', text: missingBeginning }] }, ...kept]
    : kept;
}

function withoutBlanks(messages: readonly ConversationMessage[]): ConversationMessage[] {
  return messages.flatMap((message) => {
    if (message.parts.every(isFine)) {
      return message.parts.length > 0 ? [message] : [];
    }
    const parts = message.parts.flatMap((part): MessagePart[] => {
      if (part.type === 'text') {
        return isFine(part) ? [part] : [];
      }
      return [part.type === 'toolCall' ? { ...part, name: plainToolName(part.name) } : part];
    });
    return parts.length > 0 ? [{ ...message, parts }] : [];
  });
}

function isFine(part: MessagePart): boolean {
  switch (part.type) {
    case 'text':
      return part.text.trim() !== '';
    case 'toolCall':
      return toolName.test(part.name);
    case 'toolResult':
    case 'image':
      return true;
  }
}

function plainToolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'tool';
}
