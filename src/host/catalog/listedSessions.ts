import type { AgentId, SessionSummary } from '#core/session.ts';
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

/** Defensive copies for API callers. Yields like `listedSessions`. */
export async function copiesOf(
  sessions: readonly SessionSummary[],
): Promise<readonly SessionSummary[]> {
  const pacer = hostPacer();
  const copies: SessionSummary[] = [];
  for (const session of sessions) {
    copies.push({ ...session });
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return copies;
}

/**
 * Yields every few milliseconds: ten thousand sessions must not block other work in the extension
 * host.
 *
 * @throws the signal's reason when aborted.
 */
export async function listedSessions(
  listings: readonly FolderListing[],
  signal?: AbortSignal,
): Promise<ListedSessions> {
  const pacer = hostPacer(signal);
  const byPath = new Map<string, SessionSummary>();
  const agents = new Set<AgentId>();
  let isSorted = true;
  let last = Infinity;
  for (const { sessions } of listings) {
    for (const session of sessions) {
      if (!byPath.has(session.path)) {
        byPath.set(session.path, session);
        agents.add(session.agent);
        isSorted &&= session.updatedAt <= last;
        last = session.updatedAt;
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
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
    // Whoever receives the listing gets a time slice of its own.
    await pacer.pause();
  }
  return { listings, all, byPath, links, agents };
}
