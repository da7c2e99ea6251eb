import type { Memento } from 'vscode';
import type { AgentId, SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/listing.ts';

const agentsKey = 'list.agents';
const tagsKey = 'list.tags';
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
    return this.#names(agentsKey);
  }

  async setAgents(agents: readonly AgentId[] | undefined): Promise<void> {
    await this.#memento.update(agentsKey, agents);
  }

  /** Sessions with at least one of these; undefined: whatever they have. */
  get tags(): readonly string[] | undefined {
    return this.#names(tagsKey);
  }

  async setTags(tags: readonly string[] | undefined): Promise<void> {
    await this.#memento.update(tagsKey, tags);
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
    const { agents, tags, showsHidden } = this;
    const isShown = ({ agent, marks }: SessionSummary) =>
      agents?.includes(agent) !== false &&
      (tags === undefined || tags.some((tag) => marks?.tags?.includes(tag) === true)) &&
      (showsHidden || marks?.isHidden !== true);
    return listings.map((listing) => ({ ...listing, sessions: listing.sessions.filter(isShown) }));
  }

  #names(key: string): readonly string[] | undefined {
    const value = this.#memento.get<unknown>(key);
    const names = (Array.isArray(value) ? value : []).filter((name) => typeof name === 'string');
    return names.length === 0 ? undefined : names;
  }
}
