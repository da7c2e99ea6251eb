import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { SessionEvent } from '#core/events/event.ts';

/** A format with calls and results on separate lines: one event per line. */
export const otherAdapter: AgentAdapter = {
  id: 'other',
  label: 'Other',
  icon: 'hubot',
  sources: [
    {
      kind: 'log',
      roots: ({ home }) => [{ path: `${home}/.other`, kind: 'byFolder' }],
      folderFor: () => 'project',
      path: ['*.jsonl'],
      fallbackId: (segments) => segments.at(-1) ?? '',
    },
  ],
  recognizes: (record) => typeof record === 'object' && record !== null && 'other' in record,
  decode: ({ other }) => ({ events: [other as SessionEvent], problems: [] }),
};

/** Messages in short, one per line. */
export function plain(said: readonly ConversationMessage[]): readonly string[] {
  return said.map(({ role, parts }) => {
    const texts = parts.map((part) => {
      switch (part.type) {
        case 'text':
          return part.text;
        case 'toolCall':
          return ` + ${part.name}`;
        case 'toolResult':
          return `= ${part.text}`;
        case 'image':
          return '[image]';
      }
    });
    return `${role}: ${texts.join('').replaceAll('  ', ' ')}`;
  });
}
