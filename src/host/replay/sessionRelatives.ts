import type { AgentId, SessionLink, SessionRef, SessionSummary } from '#core/session.ts';
import type { SessionFork, SessionParent } from '#protocol/page.ts';
import type { ForkLinks } from '../catalog/forkLinks.ts';

/** Where relatives are looked up; `SessionGate` fits. */
interface Relatives {
  readonly links: ForkLinks;
  readonly gate: { allows(path: string): boolean };
  /** How a session is called. */
  readonly titleOf: (session: SessionSummary) => string;
}

/** More than these are a list of their own; the sidebar has it. */
const maxForks = 50;

/** What a link out of a log of an agent means. */
export function parentOf(
  link: SessionLink,
  agent: AgentId,
  { links, gate, titleOf }: Relatives,
): SessionParent {
  const parent = links.find(agent, link);
  return parent === undefined
    ? { ...link, known: link.path !== undefined && gate.allows(link.path) }
    : { path: parent.path, id: parent.id, title: titleOf(parent), known: true };
}

/** Sessions that were forked from this one, newest first. */
export function forksOf(
  session: SessionRef,
  { links, titleOf }: Omit<Relatives, 'gate'>,
): readonly SessionFork[] {
  return links
    .forksOf(session)
    .slice(0, maxForks)
    .map((fork) => ({ title: titleOf(fork), path: fork.path, updatedAt: fork.updatedAt }));
}
