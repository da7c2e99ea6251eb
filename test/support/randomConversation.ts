import type { ConversationMessage, ImageData, MessagePart } from '#core/events/message.ts';
import type { Random } from './random.ts';

/** A 1 × 1 picture. */
export const picture: ImageData = {
  mimeType: 'image/png',
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
};

const texts = [
  'Look at a.txt',
  'ü 😀 日本',
  ' \n',
  '',
  '/help me',
  '<system>quoted</system>',
  'half \ud83d of a pair',
  'two\n\nparagraphs\n',
  '{"json": [1, null]}',
] as const;

const names = [
  'Read',
  'shell',
  'mcp.server/tool ü',
  'mcp_server_tool_',
  '9lives',
  '',
  `mcp__${'x'.repeat(140)}`,
  `mcp__${'x'.repeat(141)}`,
  'Task',
] as const;

const inputs: readonly [
  Readonly<Record<string, unknown>>,
  ...(readonly Readonly<Record<string, unknown>>[]),
] = [
  {},
  { path: 'a.txt' },
  { command: ['ls', '-l'], n: 1.5, deep: { list: [1, null, true], 'a b': 'ü' } },
  { 'half \udc00': '\ud800' },
];

/** Any messages: calls and results that do not match, IDs used again, empty texts, odd names. */
export function randomConversation(random: Random): readonly ConversationMessage[] {
  const ids = ['a', 'b:c|d', '9'.repeat(300)] as const;
  const part = (): MessagePart => {
    switch (random.below(8)) {
      case 0:
      case 1:
        return {
          type: 'toolCall',
          callId: random.pick(ids),
          name: random.pick(names),
          input: random.pick(inputs),
        };
      case 2:
      case 3: {
        const images = random.chance(0.2) ? { images: [picture] } : {};
        const isError = random.chance(0.3);
        return {
          type: 'toolResult',
          callId: random.pick(ids),
          text: random.pick(texts),
          isError,
          ...images,
        };
      }
      case 4:
        return { type: 'image', ...picture };
      default:
        return { type: 'text', text: random.pick(texts) };
    }
  };
  return Array.from({ length: random.below(12) }, () => ({
    role: random.chance(0.5) ? 'user' : 'assistant',
    parts: Array.from({ length: random.below(5) }, part),
  }));
}
