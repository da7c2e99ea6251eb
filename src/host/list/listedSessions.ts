import type { AgentId, SessionLink, SessionRef, SessionSummary } from '#core/events/session.ts';
import type { FolderListing } from '#protocol/listing.ts';
import type { PathStyle } from '#store/disk/pathStyle.ts';
import { hostPacer } from '#base/pacer.ts';
import { pathStyle } from '../vscode/pathStyle.ts';

/**
 * Sessions of a list by path and ID, with the fork links between them. A log names its parent by log path, by
 * ID or by both; if a session with that path is listed, the path wins.
 */
export class ListedSessions {
  /** Every session of the listings once, newest first. */
  readonly all: SessionSummary[] = [];
  readonly agents = new Set<AgentId>();
  readonly #forks: SessionSummary[] = [];
  readonly #byPath = new Map<string, SessionSummary>();
  readonly #byId = new Map<string, SessionSummary>();
  readonly #byFormerId = new Map<string, SessionSummary>();
  /** Forks, keyed by the parent path and by the parent ID that they name. */
  readonly #named = new Map<string, Set<SessionSummary>>();

  /** @param sessions newest first; results keep that order. */
  constructor(
    sessions: readonly SessionSummary[],
    private readonly style: PathStyle,
    /** One for each folder. */
    readonly listings: readonly FolderListing[] = [],
  ) {
    for (const session of sessions) {
      this.add(session);
    }
  }

  at(path: string): SessionSummary | undefined {
    return this.#byPath.get(this.style.key(path));
  }

  /** @param session older than those already added. */
  add(session: SessionSummary): void {
    this.all.push(session);
    this.agents.add(session.agent);
    this.#byPath.set(this.style.key(session.path), session);
    const id = idKey(session);
    if (!this.#byId.has(id)) {
      this.#byId.set(id, session);
    }
    const { agent, formerId } = session;
    if (formerId !== undefined) {
      this.#byFormerId.set(idKey({ agent, id: formerId }), session);
    }
    if (session.parent !== undefined) {
      this.#forks.push(session);
      for (const key of this.#keysOf(session.parent.agent ?? session.agent, session.parent)) {
        const named = this.#named.get(key) ?? new Set();
        named.add(session);
        this.#named.set(key, named);
      }
    }
  }

  /** The parent of a fork, if the list has it. */
  parentOf({ agent, path, parent }: SessionSummary): SessionSummary | undefined {
    const found = parent === undefined ? undefined : this.find(agent, parent);
    return found?.path === path ? undefined : found;
  }

  /** The session that a link from an agent's log refers to, if the list has it. */
  find(agent: string, link: SessionLink): SessionSummary | undefined {
    const { path, id } = link;
    const byPath = path === undefined ? undefined : this.at(path);
    const key = id === undefined ? '' : idKey({ agent: link.agent ?? agent, id });
    return byPath ?? this.#byId.get(key) ?? this.#byFormerId.get(key);
  }

  /** Listed forks of this session, which need not be listed itself. */
  forksOf(session: SessionRef): readonly SessionSummary[] {
    const named = new Set(
      this.#keysOf(session.agent, session).flatMap((key) => [...(this.#named.get(key) ?? [])]),
    );
    return named.size === 0
      ? []
      : this.#forks.filter(
          (fork) =>
            named.has(fork) &&
            fork.path !== session.path &&
            (this.parentOf(fork)?.path ?? session.path) === session.path,
        );
  }

  #keysOf(agent: string, { path, id }: SessionLink): readonly string[] {
    return [
      ...(path === undefined ? [] : [`path ${this.style.key(path)}`]),
      ...(id === undefined ? [] : [idKey({ agent, id })]),
    ];
  }
}

/** Work on this many takes negligible time. */
const fewSessions = 200;

/**
 * Listings as their readers see them, and the lookups, made once for all. Yields every few milliseconds: ten
 * thousand sessions must not block other work in the extension host.
 *
 * @param overlay gives a session its marks.
 * @throws the signal's reason when aborted.
 */
export async function markedListings(
  scanned: readonly FolderListing[],
  overlay: (session: SessionSummary) => SessionSummary,
  signal?: AbortSignal,
): Promise<ListedSessions> {
  const pacer = hostPacer(signal);
  const byPath = new Map<string, SessionSummary>();
  const listings: FolderListing[] = [];
  for (const listing of scanned) {
    const sessions: SessionSummary[] = [];
    for (const found of listing.sessions) {
      const session = byPath.get(found.path) ?? overlay(found);
      byPath.set(found.path, session);
      sessions.push(session);
      await pacer.pauseIfDue();
    }
    listings.push({ ...listing, sessions });
  }
  const all = [...byPath.values()].sort((a, b) => b.updatedAt - a.updatedAt);
  const listed = new ListedSessions([], pathStyle, listings);
  for (const session of all) {
    listed.add(session);
    await pacer.pauseIfDue();
  }
  if (all.length > fewSessions) {
    // The receiver of the listing gets a time slice of its own.
    await pacer.pause();
  }
  return listed;
}

/** Defensive copies for API callers, without what the user noted of them. Yields like `markedListings`. */
export async function copiesOf(
  sessions: readonly SessionSummary[],
): Promise<readonly SessionSummary[]> {
  const pacer = hostPacer();
  const copies: SessionSummary[] = [];
  for (const session of sessions) {
    copies.push(withoutMarks(session));
    await pacer.pauseIfDue();
  }
  return copies;
}

function withoutMarks({ marks: _, ...session }: SessionSummary): SessionSummary {
  return session;
}

function idKey({ agent, id }: Pick<SessionSummary, 'agent' | 'id'>): string {
  return `id ${agent} ${id}`;
}
