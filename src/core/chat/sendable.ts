import type { ConversationMessage, MessagePart } from '../events/message.ts';
import { pairedCalls } from './pairedCalls.ts';
import { sendableImages } from './sendableImages.ts';
import { wellFormedMessage } from './wellFormedMessage.ts';

/** Tool names that providers accept (OpenAI and Anthropic alike, 64 characters). */
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Stands in for the user if a log starts with an answer: a conversation must start with the user.
 */
export const missingBeginning = '(The beginning of this conversation is missing.)';

/**
 * The conversation in a form that every provider accepts. Acceptable messages pass unchanged; only
 * what would be refused is changed: half a surrogate pair becomes U+FFFD, blank texts are dropped, tool names keep to the providers'
 * alphabet, calls and results are paired (`pairedCalls`), images that cannot be sent are described
 * in words, and an answer never comes first. Two consecutive messages of one role are fine.
 *
 * @param sees whether the model accepts images.
 */
export function sendable(
  messages: readonly ConversationMessage[],
  { sees }: { readonly sees: boolean },
): ConversationMessage[] {
  const paired = pairedCalls(withoutBlanks(messages.map(wellFormedMessage)));
  const converted = [...sendableImages(paired, sees)];
  return converted[0]?.role === 'assistant'
    ? [{ role: 'user', parts: [{ type: 'text', text: missingBeginning }] }, ...converted]
    : converted;
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
