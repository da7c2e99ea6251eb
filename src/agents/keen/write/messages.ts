import { carriedEvents } from '#core/conversation/carriedEvents.ts';
import type { ConversationEntry } from '#core/events/message.ts';
import { goList, goString, goStruct } from './goJson.ts';
import { memoryJson, rememberedCalls } from './memory.ts';
import { joinedItems } from './turnItems.ts';

/**
 * A conversation as `compaction_applied` holds it: Go structs without JSON tags, hence the
 * capitals.
 */
export function messagesJson(entries: readonly ConversationEntry[]): string {
  return goList(
    carriedEvents(entries).map((event) => {
      if (event.kind === 'userMessage') {
        return messageJson('user', event.text, undefined);
      }
      const items = joinedItems(event.items);
      const text = items
        .flatMap((item) => (item.kind === 'assistantText' ? [item.text] : []))
        .join('');
      return messageJson('assistant', text, memoryJson(rememberedCalls(items, undefined)));
    }),
  );
}

function messageJson(role: 'user' | 'assistant', content: string, memory: string | undefined) {
  return goStruct([
    ['Role', goString(role)],
    ['Content', goString(content)],
    ['TurnMemory', memory ?? 'null'],
  ]);
}
