import { isAbsolute, relative } from 'node:path';
import type { SessionLink, SessionSummary } from '#core/session.ts';
import type { SessionFork, SessionParent } from '#protocol/page.ts';

/** What is asked of the list of sessions; `SessionCatalog` fits. */
export interface KnownSessions {
  all(): readonly SessionSummary[];
}

/** What is asked of the gate; `SessionGate` fits. */
interface PathGate {
  allows(path: string): boolean;
}

type Named = Pick<SessionSummary, 'agent' | 'id' | 'path'>;

/** More than these are a list of their own; the sidebar has it. */
const maxForks = 50;

/**
 * The session that a link of another one means: the log of that path, else the only one of the same
 * agent with that id. Undefined if the list has no such session.
 */
export function linkedSession(
  link: SessionLink,
  agent: SessionSummary['agent'],
  sessions: readonly SessionSummary[],
): SessionSummary | undefined {
  const byPath = sessions.find(({ path }) => isSamePath(path, link.path));
  return byPath ?? sessions.find((session) => session.agent === agent && session.id === link.id);
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
  const parent = linkedSession(link, agent, from.known.all());
  if (parent !== undefined) {
    return { path: parent.path, id: parent.id, title: from.titleOf(parent), known: true };
  }
  return { ...link, known: link.path !== undefined && from.gate.allows(link.path) };
}

/** Sessions that were forked from this one, newest first. */
export function forksOf(
  session: Named,
  from: {
    readonly known: KnownSessions;
    readonly titleOf: (session: SessionSummary) => string;
  },
): readonly SessionFork[] {
  return from.known
    .all()
    .filter((other) => other.path !== session.path && isForkOf(other, session))
    .slice(0, maxForks)
    .map((fork) => ({ title: from.titleOf(fork), path: fork.path, updatedAt: fork.updatedAt }));
}

function isForkOf({ agent, parent }: SessionSummary, session: Named): boolean {
  return (
    parent !== undefined &&
    (isSamePath(session.path, parent.path) || (agent === session.agent && parent.id === session.id))
  );
}

/** Spelled as the two logs spell it; on Windows `relative` disregards case and the kind of slash. */
function isSamePath(path: string, other: string | undefined): boolean {
  return (
    other !== undefined &&
    (path === other || (isAbsolute(path) && isAbsolute(other) && relative(path, other) === ''))
  );
}
