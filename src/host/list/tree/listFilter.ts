import type { Memento } from 'vscode';
import { membersOf } from '#base/member.ts';
import { expiresWithin, soonMs } from '#core/events/expiry.ts';
import type { AgentId, SessionSummary } from '#core/events/session.ts';
import type { FolderListing } from '#protocol/listing.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';

/** What the user chooses to see. */
export interface ListChoice {
  /** Undefined: all of them, including future ones. */
  readonly agents: readonly AgentId[] | undefined;
  /** Sessions with at least one of these; undefined: whatever they have. */
  readonly tags: readonly string[] | undefined;
  /** The sessions of all folders, not only of those that are open. */
  readonly allFolders: boolean;
  /** Also the sessions that the user hid. */
  readonly showsHidden: boolean;
  /** Not the sessions of folders below the open ones, or of other worktrees. */
  readonly onlyFolder: boolean;
  /** Only those that their agents delete soon. */
  readonly onlyExpiring: boolean;
  /** Also what is left of sessions that their agents deleted. */
  readonly showsTraces: boolean;
}

/** An empty list stands for all. */
export const defaultChoice = {
  agents: [],
  tags: [],
  allFolders: false,
  showsHidden: false,
  onlyFolder: false,
  onlyExpiring: false,
  showsTraces: false,
} as const satisfies ListChoice;

/** A choice in the argument of a command; undefined if it has none. */
export function choiceIn(argument: unknown): Partial<ListChoice> | undefined {
  const given = membersOf(argument);
  const named = Object.entries(defaultChoice).flatMap(([name, usual]) => {
    const value = given[name];
    const isOne = Array.isArray(usual)
      ? Array.isArray(value) && value.every((each) => typeof each === 'string')
      : typeof value === 'boolean';
    return isOne ? [[name, value] as const] : [];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** How often each name occurs, the most frequent first, with those chosen that do not. */
export function byUse<Name extends string>(
  names: readonly Name[],
  chosen: readonly Name[] = [],
): readonly (readonly [name: Name, count: number])[] {
  const counts = new Map(chosen.map((name) => [name, 0]));
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, some], [b, more]) => more - some || a.localeCompare(b));
}

/** Which sessions the list shows; remembered per workspace. */
export class ListFilter {
  constructor(private readonly memento: Pick<Memento, 'get' | 'update'>) {}

  get choice(): ListChoice {
    const valueOf = (name: keyof ListChoice) => this.memento.get<unknown>(`list.${name}`);
    return {
      agents: namesIn(valueOf('agents')),
      tags: namesIn(valueOf('tags')),
      allFolders: valueOf('allFolders') === true,
      showsHidden: valueOf('showsHidden') === true,
      onlyFolder: valueOf('onlyFolder') === true,
      onlyExpiring: valueOf('onlyExpiring') === true,
      showsTraces: valueOf('showsTraces') === true,
    };
  }

  /** The list does not show what it shows by default. */
  get isActive(): boolean {
    return Object.values(this.choice).some((value) => value !== undefined && value !== false);
  }

  /** Leaves what is not named as it was. An empty list stands for all, too. */
  async choose(choice: Partial<ListChoice>): Promise<void> {
    for (const [name, value] of Object.entries(choice)) {
      await this.memento.update(`list.${name}`, value === false ? undefined : value);
    }
  }

  apply(listings: readonly FolderListing[]): readonly FolderListing[] {
    const { agents, tags, showsHidden, onlyFolder, onlyExpiring, showsTraces } = this.choice;
    const now = Date.now();
    const isShown = ({ agent, marks, where, expiresAt, promptsLeft }: SessionSummary) =>
      (showsTraces || promptsLeft === undefined) &&
      (!onlyFolder || where === undefined) &&
      (!onlyExpiring || expiresWithin(expiresAt, soonMs, now)) &&
      agents?.includes(agent) !== false &&
      (tags === undefined || tags.some((tag) => marks?.tags?.includes(tag) === true)) &&
      (showsHidden || marks?.isHidden !== true);
    return listings.map((listing) => ({ ...listing, sessions: listing.sessions.filter(isShown) }));
  }
}

function namesIn(value: unknown): readonly string[] | undefined {
  const names = (Array.isArray(value) ? value : []).filter((name) => typeof name === 'string');
  return names.length === 0 ? undefined : names;
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
