import type { ConversationMessage } from '../events/message.ts';
import { wellFormedJson } from '../text/wellFormed.ts';

/** The texts of a message that a reader sees, for a search. */
export function messageTexts({ parts }: ConversationMessage): readonly string[] {
  return parts.flatMap((part) => {
    switch (part.type) {
      case 'text':
      case 'toolResult':
        return [part.text];
      case 'toolCall':
        return [part.name, wellFormedJson(JSON.stringify(part.input, null, 2))];
      case 'image':
        return [];
    }
  });
}
