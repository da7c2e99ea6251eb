import { computed, signal } from '@preact/signals';
import type { ShownMessage } from '#core/rows/shownMessage.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { PageContract } from '#protocol/page.ts';
import type { HostContract } from '#protocol/pageRequests.ts';
import { PagedList } from './pagedList.ts';

/** The messages that the model would get. */
export function createMessages(
  endpoint: Endpoint<PageContract, HostContract>,
  onFault: (fault: unknown) => void,
) {
  const tokens = signal<number | undefined>(undefined);
  const messages = new PagedList<ShownMessage>({
    read: async (start, count, abort) => {
      const answer = await endpoint.request('messages/read', { start, count }, abort);
      tokens.value = answer.tokens;
      return { ...answer, items: answer.messages };
    },
    onFault,
  });
  return {
    messages,
    /** Estimated tokens of all messages; undefined before the first of them are loaded. */
    tokens: computed(() => tokens.value),
  };
}
