import type { Memento } from 'vscode';
import type { AgentId } from '#core/session.ts';
import type { FolderListing } from '#protocol/listing.ts';

const key = 'list.agents';

/** Which agents' sessions the list shows; remembered per workspace. */
export class AgentFilter {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  /** Undefined: all of them, including future ones. */
  get agents(): readonly AgentId[] | undefined {
    const value = this.#memento.get<unknown>(key);
    const agents = (Array.isArray(value) ? value : []).filter((agent) => typeof agent === 'string');
    return agents.length === 0 ? undefined : agents;
  }

  async set(agents: readonly AgentId[] | undefined): Promise<void> {
    await this.#memento.update(key, agents);
  }

  apply(listings: readonly FolderListing[]): readonly FolderListing[] {
    const { agents } = this;
    return agents === undefined
      ? listings
      : listings.map((listing) => ({
          ...listing,
          sessions: listing.sessions.filter(({ agent }) => agents.includes(agent)),
        }));
  }
}
