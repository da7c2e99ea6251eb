import { conversationOf } from '#store/requests/conversation.ts';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import type { KnownPrices } from '#store/session/knownPrices.ts';
import { SessionStore } from '#store/sessionStore.ts';

/** One message, or one part of it: agents join neighbors of one role, and we do not. */
export interface Told {
  readonly role: string;
  readonly text?: string;
  readonly call?: unknown;
  readonly result?: unknown;
  /** The type of a picture. */
  readonly image?: string;
}

/**
 * The sessions of one agent below a home.
 *
 * @param prices of models, unless none are asked for.
 * @param kept folder with copies.
 */
export function storeOf(
  adapter: AgentAdapter,
  home: string,
  prices?: KnownPrices,
  kept?: string,
): SessionStore {
  return new SessionStore({
    fileSystem: new NodeFileSystem(),
    adapters: [adapter],
    prices,
    kept,
    environment: {
      home,
      platform: process.platform === 'win32' ? 'windows' : 'posix',
      variables: {},
    },
    onFault: (fault) => {
      throw fault;
    },
  });
}

export function idOf(store: SessionStore, path: string): string {
  return store.summarize(path).id;
}

/** What the product would give a model. */
export async function toldBy(store: SessionStore, path: string): Promise<readonly Told[]> {
  return toldIn((await conversationOf(store, path)).messages);
}

/** Messages, part by part. Calls are paired by their order. */
export function toldIn(messages: readonly ConversationMessage[]): readonly Told[] {
  return messages.flatMap(({ role, parts }) =>
    parts.map((part): Told => {
      switch (part.type) {
        case 'text':
          return { role, text: part.text };
        case 'toolCall':
          return { role, call: { name: part.name, args: part.input } };
        case 'toolResult':
          return { role, result: part.text };
        case 'image':
          return { role, image: part.mimeType };
      }
    }),
  );
}
