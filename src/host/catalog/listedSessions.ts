import type { AgentId, SessionSummary } from '#core/events/session.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { hostPacer } from '#base/pacer.ts';
import { ForkLinks } from './forkLinks.ts';
import { pathStyle } from '../vscode/pathStyle.ts';

/** A listing with its lookups, computed once for all readers. Immutable. */
export interface ListedSessions {
  readonly listings: readonly FolderListing[];
  /** Every session once, newest first. */
  readonly all: readonly SessionSummary[];
  readonly byPath: ReadonlyMap<string, SessionSummary>;
  readonly links: ForkLinks;
  /** Agents with sessions here. */
  readonly agents: ReadonlySet<AgentId>;
}

/** Work on this many takes negligible time. */
const fewSessions = 200;

export const noSessions: ListedSessions = {
  listings: [],
  all: [],
  byPath: new Map(),
  links: new ForkLinks([], pathStyle),
  agents: new Set(),
};

/** Defensive copies for API callers, without what the user noted of them. Yields like `listedSessions`. */
export async function copiesOf(
  sessions: readonly SessionSummary[],
): Promise<readonly SessionSummary[]> {
  const pacer = hostPacer();
  const copies: SessionSummary[] = [];
  for (const session of sessions) {
    copies.push(withoutMarks(session));
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return copies;
}

function withoutMarks({ marks: _, ...session }: SessionSummary): SessionSummary {
  return session;
}

/**
 * Yields every few milliseconds: ten thousand sessions must not block other work in the extension
 * host.
 *
 * @param overlay gives a session its marks.
 * @throws the signal's reason when aborted.
 */
export async function listedSessions(
  scanned: readonly FolderListing[],
  overlay: (session: SessionSummary) => SessionSummary,
  signal?: AbortSignal,
): Promise<ListedSessions> {
  const pacer = hostPacer(signal);
  const byPath = new Map<string, SessionSummary>();
  const agents = new Set<AgentId>();
  let isSorted = true;
  let last = Infinity;
  const listings: FolderListing[] = [];
  for (const listing of scanned) {
    const sessions: SessionSummary[] = [];
    for (const found of listing.sessions) {
      const known = byPath.get(found.path);
      const session = known ?? overlay(found);
      sessions.push(session);
      if (known === undefined) {
        byPath.set(session.path, session);
        agents.add(session.agent);
        isSorted &&= session.updatedAt <= last;
        last = session.updatedAt;
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    listings.push({ ...listing, sessions });
  }
  const all = [...byPath.values()];
  if (!isSorted) {
    all.sort((a, b) => b.updatedAt - a.updatedAt);
  }
  const links = new ForkLinks([], pathStyle);
  for (const session of all) {
    links.add(session);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  if (all.length > fewSessions) {
    // The receiver of the listing gets a time slice of its own.
    await pacer.pause();
  }
  return { listings, all, byPath, links, agents };
}
