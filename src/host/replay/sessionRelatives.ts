import type { SessionLink, SessionRef, SessionSummary } from '#core/session.ts';
import type { SessionFork, SessionParent } from '#protocol/page.ts';
import type { ForkLinks } from '../catalog/forkLinks.ts';

/** What is asked of the list of sessions; `SessionCatalog` fits. */
export interface KnownSessions {
  readonly links: ForkLinks;
}

/** What is asked of the gate; `SessionGate` fits. */
interface PathGate {
  allows(path: string): boolean;
}

/** More than these are a list of their own; the sidebar has it. */
const maxForks = 50;

/** The session that a link out of another one's log means; undefined if the list does not have it. */
export function linkedSession(
  link: SessionLink,
  agent: SessionSummary['agent'],
  { links }: KnownSessions,
): SessionSummary | undefined {
  return links.find(agent, link);
}

/** @param titleOf how a session is called. */
export function parentOf(
  link: SessionLink,
  agent: SessionSummary['agent'],
  from: {
    readonly known: KnownSessions;
    readonly gate: PathGate;
    readonly titleOf: (session: SessionSummary) => string;
  },
): SessionParent {
  const parent = linkedSession(link, agent, from.known);
  if (parent !== undefined) {
    return { path: parent.path, id: parent.id, title: from.titleOf(parent), known: true };
  }
  return { ...link, known: link.path !== undefined && from.gate.allows(link.path) };
}

/** Sessions that were forked from this one, newest first. */
export function forksOf(
  session: SessionRef,
  from: {
    readonly known: KnownSessions;
    readonly titleOf: (session: SessionSummary) => string;
  },
): readonly SessionFork[] {
  return from.known.links
    .forksOf(session)
    .slice(0, maxForks)
    .map((fork) => ({ title: from.titleOf(fork), path: fork.path, updatedAt: fork.updatedAt }));
}
