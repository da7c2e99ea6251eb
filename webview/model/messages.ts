import { signal, type ReadonlySignal } from '@preact/signals';
import type { ShownMessage } from '#core/conversation/shownMessage.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import type { HostContract, PageContract } from '#protocol/page.ts';
import { PagedList } from './pagedList.ts';

/** The messages that the model would get. */
interface Messages {
  readonly messages: PagedList<ShownMessage>;
  /** Estimated tokens of all messages; undefined before the first of them are loaded. */
  readonly tokens: ReadonlySignal<number | undefined>;
}

export function createMessages(
  endpoint: Endpoint<PageContract, HostContract>,
  onFault: (fault: unknown) => void,
): Messages {
  const tokens = signal<number | undefined>(undefined);
  const messages = new PagedList<ShownMessage>({
    read: async (start, count, abort) => {
      const answer = await endpoint.request('messages/read', { start, count }, abort);
      tokens.value = answer.tokens;
      return { ...answer, items: answer.messages };
    },
    onFault,
  });
  return { messages, tokens };
}
