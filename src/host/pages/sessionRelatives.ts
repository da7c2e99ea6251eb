import type { AgentId, SessionLink, SessionRef } from '#core/events/session.ts';
import type { SessionFork, SessionParent } from '#protocol/pages/page.ts';
import type { ListedSessions } from '../list/listedSessions.ts';
import { sessionLabel } from '../list/sessionLabel.ts';

/** Where relatives are looked up, such as a `SessionGate`. */
interface Relatives {
  readonly links: ListedSessions;
  readonly gate: { allows(path: string): boolean };
}

/** More than these need a list of their own, and the sidebar is one. */
const maxForks = 50;

/** The session that a link from an agent's log refers to. */
export function parentOf(
  link: SessionLink,
  agent: AgentId,
  { links, gate }: Relatives,
): SessionParent {
  const parent = links.find(agent, link);
  return parent === undefined
    ? { ...link, known: link.path !== undefined && gate.allows(link.path) }
    : { path: parent.path, id: parent.id, title: sessionLabel(parent), known: true };
}

/** Forks of this session, newest first. */
export function forksOf(session: SessionRef, links: ListedSessions): readonly SessionFork[] {
  return links
    .forksOf(session)
    .slice(0, maxForks)
    .map((fork) => ({ title: sessionLabel(fork), path: fork.path, updatedAt: fork.updatedAt }));
}
