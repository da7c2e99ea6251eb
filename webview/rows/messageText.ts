import type { ConversationMessage } from '#core/conversation/message.ts';

/** A message as one text, for the clipboard. */
export function messageText({ parts }: ConversationMessage): string {
  return parts
    .map((part) => {
      switch (part.type) {
        case 'text':
          return part.text;
        case 'toolCall':
          return `${part.name} ${JSON.stringify(part.input, null, 2)}`;
        case 'toolResult':
          return part.text;
      }
    })
    .join('\n\n');
}
