import { adapters } from '#agents/registry.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import { fixtureFiles } from './fixtures.ts';
import { indexPieces, messagesOf } from './sampleLog.ts';

/** What a model would get of every agent's fixtures, by their names. */
export function fixtureConversations(): ReadonlyMap<string, readonly ConversationMessage[]> {
  return new Map(
    adapters.flatMap(({ id, decode }) =>
      fixtureFiles(id).map(
        ({ name, bytes }) =>
          [`${id}/${name}`, messagesOf(indexPieces([bytes], decode), decode)] as const,
      ),
    ),
  );
}
