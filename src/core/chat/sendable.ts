import type { ConversationMessage, MessagePart } from '../conversation/message.ts';

/** What providers take as a tool's name (OpenAI and Anthropic alike, 64 characters). */
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

/** Said for the user where a log begins with an answer: a conversation has to begin with the user. */
export const missingBeginning = '(The beginning of this conversation is missing.)';

/**
 * The conversation as every provider takes it. Messages that are fine pass as they are; changed is
 * only what would be refused: blank texts go, tool names keep to the providers' alphabet, and an
 * answer does not come first. Two messages of one role in a row are fine.
 */
export function sendable(messages: readonly ConversationMessage[]): ConversationMessage[] {
  const kept = messages.flatMap((message) => {
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
  if (kept[0]?.role === 'assistant') {
    return [{ role: 'user', parts: [{ type: 'text', text: missingBeginning }] }, ...kept];
  }
  return kept;
}

/**
 * The same with past calls told in words, for a model that refuses them as parts: some providers
 * accept calls only with the tools declared, which cannot be run here.
 */
export function withCallsAsText(messages: readonly ConversationMessage[]): ConversationMessage[] {
  return messages.map(({ role, parts }) => ({
    role,
    parts: parts.map((part): MessagePart => {
      switch (part.type) {
        case 'text':
        case 'image':
          return part;
        case 'toolCall':
          return { type: 'text', text: `[Called ${part.name} with ${JSON.stringify(part.input)}]` };
        case 'toolResult':
          return {
            type: 'text',
            text: `[${part.isError ? 'The call failed' : 'Result'}: ${part.text}]`,
          };
      }
    }),
  }));
}

export function hasCalls(messages: readonly ConversationMessage[]): boolean {
  return messages.some(({ parts }) => parts.some((part) => part.type !== 'text'));
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
