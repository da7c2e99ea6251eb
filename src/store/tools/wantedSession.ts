import { agentLabel } from '#agents/registry.ts';
import { readSessionLink } from '#agents/sessionLink.ts';
import type { SessionSummary } from '#core/session.ts';
import { sessionsById } from '#core/sessionSearch.ts';
import { UserError } from '#core/userError.ts';
import { idOf } from './words.ts';

interface WantedSession {
  readonly session: SessionSummary;
  /** Of a link to a row. */
  readonly rowId: string | undefined;
}

/**
 * The session of the folder that a model names.
 *
 * @param name an ID, the beginning of one, or a link.
 * @throws UserError with a way out if there is no such session, or more than one.
 */
export function wantedSession(sessions: readonly SessionSummary[], name: string): WantedSession {
  const link = linkIn(name);
  const found =
    link === undefined
      ? sessionsById(sessions, name.trim())
      : sessions.filter(({ agent, id }) => agent === link.agent && id === link.id);
  const [session, ...others] = found;
  if (session === undefined) {
    throw new UserError(
      `This folder has no session ${idOf(link?.id ?? name)}. Call find_sessions to get the IDs of its sessions.`,
    );
  }
  if (others.length > 0) {
    const names = found.slice(0, 5).map(({ agent, id }) => `${idOf(id)} (${agentLabel(agent)})`);
    throw new UserError(
      `${found.length} sessions have an ID that begins so: ${names.join(', ')}. Name one by its link or more of its ID.`,
    );
  }
  return { session, rowId: link?.rowId };
}

function linkIn(text: string) {
  try {
    const uri = new URL(text.trim());
    // As VS Code hands a link over: see `readSessionLink`.
    return readSessionLink({ path: uri.pathname, query: decodeURIComponent(uri.search.slice(1)) });
  } catch {
    // An ID is no address.
    return undefined;
  }
}
