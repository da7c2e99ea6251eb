import type { ConversationMessage, MessagePart } from '../events/message.ts';
import { parseShallow } from '../jsonl/shallowJson.ts';
import { wellFormed, wellFormedJson } from '../text/wellFormed.ts';

/** A message in which no text, name or input has half a surrogate pair; mostly the same one. */
export function wellFormedMessage(message: ConversationMessage): ConversationMessage {
  const parts = message.parts.map(wellFormedPart);
  return parts.every((part, index) => part === message.parts[index])
    ? message
    : { ...message, parts };
}

function wellFormedPart(part: MessagePart): MessagePart {
  switch (part.type) {
    case 'text': {
      const text = wellFormed(part.text);
      return text === part.text ? part : { ...part, text };
    }
    case 'toolCall': {
      const { callId, name, input } = part;
      const known = { callId, name, input };
      const good = wellFormedValue(known);
      return good === known ? part : { ...part, ...good };
    }
    case 'toolResult': {
      const text = wellFormed(part.text);
      const callId = wellFormed(part.callId);
      return text === part.text && callId === part.callId ? part : { ...part, text, callId };
    }
    case 'image':
      return part;
  }
}

/** A value of JSON as it is, or with all texts and names in it well-formed. */
export function wellFormedValue<T>(value: T): T {
  const json = JSON.stringify(value);
  const good = wellFormedJson(json);
  return good === json ? value : (parseShallow(good) as T);
}
