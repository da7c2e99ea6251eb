import type { Memento } from 'vscode';
import type { AgentId, SessionSummary } from '#core/events/session.ts';
import type { FolderListing } from '#protocol/listing.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';

/** What the user chooses to see; an empty list or `undefined` stands for all. */
export interface ListChoice {
  readonly agents?: readonly AgentId[] | undefined;
  readonly tags?: readonly string[];
  readonly allFolders?: boolean;
  readonly showsHidden?: boolean;
  readonly onlyFolder?: boolean;
}

/** Which sessions the list shows; remembered per workspace. */
export class ListFilter {
  constructor(private readonly memento: Pick<Memento, 'get' | 'update'>) {}

  /** Undefined: all of them, including future ones. */
  get agents(): readonly AgentId[] | undefined {
    return this.#names('list.agents');
  }

  /** Sessions with at least one of these; undefined: whatever they have. */
  get tags(): readonly string[] | undefined {
    return this.#names('list.tags');
  }

  /** The sessions of all folders, not only of those that are open. */
  get allFolders(): boolean {
    return this.memento.get<unknown>('list.allFolders') === true;
  }

  /** Also the sessions that the user hid. */
  get showsHidden(): boolean {
    return this.memento.get<unknown>('list.showsHidden') === true;
  }

  /** Not the sessions of folders below the open ones, or of other worktrees. */
  get onlyFolder(): boolean {
    return this.memento.get<unknown>('list.onlyFolder') === true;
  }

  /** Leaves what is not named as it was. */
  async choose(choice: ListChoice): Promise<void> {
    for (const [name, value] of Object.entries(choice)) {
      await this.memento.update(`list.${name}`, value === false ? undefined : value);
    }
  }

  apply(listings: readonly FolderListing[]): readonly FolderListing[] {
    const { agents, tags, showsHidden, onlyFolder } = this;
    const isShown = ({ agent, marks, where }: SessionSummary) =>
      (!onlyFolder || where === undefined) &&
      agents?.includes(agent) !== false &&
      (tags === undefined || tags.some((tag) => marks?.tags?.includes(tag) === true)) &&
      (showsHidden || marks?.isHidden !== true);
    return listings.map((listing) => ({ ...listing, sessions: listing.sessions.filter(isShown) }));
  }

  #names(key: string): readonly string[] | undefined {
    const value = this.memento.get<unknown>(key);
    const names = (Array.isArray(value) ? value : []).filter((name) => typeof name === 'string');
    return names.length === 0 ? undefined : names;
  }
}

/**
 * A listing for each folder that sessions ran in, in the order of their newest sessions. Those that
 * name no folder have one together, the empty name.
 *
 * @param sessions newest first.
 */
export function byFolder(
  sessions: readonly SessionSummary[],
  style: PathStyle,
): readonly FolderListing[] {
  const bySpelling = new Map<string | undefined, SessionSummary[]>();
  const byKey = new Map<string, { folder: string; sessions: SessionSummary[] }>();
  for (const session of sessions) {
    const { cwd } = session;
    let together = bySpelling.get(cwd);
    if (together === undefined) {
      const key = cwd === undefined ? '' : style.key(cwd);
      const listing = byKey.get(key) ?? { folder: cwd ?? '', sessions: [] };
      byKey.set(key, listing);
      bySpelling.set(cwd, (together = listing.sessions));
    }
    together.push(session);
  }
  return [...byKey.values()].map((each) => ({ ...each, failures: [], others: [] }));
}
