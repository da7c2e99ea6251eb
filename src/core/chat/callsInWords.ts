import type { ConversationMessage, MessagePart } from '../events/message.ts';
import { wellFormedJson } from '../text/wellFormed.ts';

export type Part<Type extends MessagePart['type']> = Extract<MessagePart, { type: Type }>;

/**
 * A conversation with past calls described in words, for a model that refuses them as parts: some
 * providers accept calls only together with tool declarations, which cannot be run here.
 */
export function withCallsAsText(messages: readonly ConversationMessage[]): ConversationMessage[] {
  return messages.map(({ role, parts }) => ({
    role,
    parts: parts.flatMap((part): readonly MessagePart[] => {
      switch (part.type) {
        case 'text':
        case 'image':
          return [part];
        case 'toolCall':
          return [callInWords(part)];
        case 'toolResult':
          return resultInWords(part);
      }
    }),
  }));
}

export function hasCalls(messages: readonly ConversationMessage[]): boolean {
  return messages.some(({ parts }) =>
    parts.some(({ type }) => type === 'toolCall' || type === 'toolResult'),
  );
}

export function callInWords({ name, input }: Part<'toolCall'>): Part<'text'> {
  return { type: 'text', text: `[Called ${name} with ${wellFormedJson(JSON.stringify(input))}]` };
}

/** The result's images follow as parts of their own. */
export function resultInWords({
  text,
  isError,
  images = [],
}: Part<'toolResult'>): readonly MessagePart[] {
  return [
    { type: 'text', text: `[${isError ? 'The call failed' : 'Result'}: ${text}]` },
    ...images.map((image) => ({ type: 'image' as const, ...image })),
  ];
}
