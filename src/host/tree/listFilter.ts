import type { Memento } from 'vscode';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/listing.ts';

const agentsKey = 'list.agents';
const allFoldersKey = 'list.allFolders';
const showsHiddenKey = 'list.showsHidden';

/** Which sessions the list shows; remembered per workspace. */
export class ListFilter {
  readonly #memento: Pick<Memento, 'get' | 'update'>;

  constructor(memento: Pick<Memento, 'get' | 'update'>) {
    this.#memento = memento;
  }

  /** Undefined: all of them, including future ones. */
  get agents(): readonly AgentId[] | undefined {
    const value = this.#memento.get<unknown>(agentsKey);
    const agents = (Array.isArray(value) ? value : []).filter((agent) => typeof agent === 'string');
    return agents.length === 0 ? undefined : agents;
  }

  async setAgents(agents: readonly AgentId[] | undefined): Promise<void> {
    await this.#memento.update(agentsKey, agents);
  }

  /** The sessions of all folders, not only of those that are open. */
  get allFolders(): boolean {
    return this.#memento.get<unknown>(allFoldersKey) === true;
  }

  async setAllFolders(allFolders: boolean): Promise<void> {
    await this.#memento.update(allFoldersKey, allFolders ? true : undefined);
  }

  /** Also the sessions that the user hid. */
  get showsHidden(): boolean {
    return this.#memento.get<unknown>(showsHiddenKey) === true;
  }

  async setShowsHidden(showsHidden: boolean): Promise<void> {
    await this.#memento.update(showsHiddenKey, showsHidden ? true : undefined);
  }

  apply(listings: readonly FolderListing[]): readonly FolderListing[] {
    const { agents, showsHidden } = this;
    const isShown = ({ agent, marks }: SessionSummary) =>
      agents?.includes(agent) !== false && (showsHidden || marks?.isHidden !== true);
    return listings.map((listing) => ({
      ...listing,
      sessions: listing.sessions.filter(isShown),
    }));
  }
}
