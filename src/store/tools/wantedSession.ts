import { speakerLabel } from '#agents/registry.ts';
import { readSessionLink, type SessionTarget } from '#agents/sessionLink.ts';
import { isCalled, type SessionSummary } from '#core/events/session.ts';
import { sessionsById } from '#core/search/sessionSearch.ts';
import { ToolError } from './toolError.ts';
import { idOf } from './words.ts';

interface WantedSession {
  readonly session: SessionSummary;
  /** Of a link to a row. */
  readonly rowId: string | undefined;
}

/**
 * The session of the folder that a model names.
 *
 * @param name an ID, as its agent or an answer writes it, the beginning of one, or a link.
 * @param rest sentences after that there is no such session.
 * @throws ToolError with a way out if there is no such session, or more than one.
 */
export function wantedSession(
  sessions: readonly SessionSummary[],
  name: string,
  rest: readonly string[] = [],
): WantedSession {
  const link = linkIn(name);
  const found = link === undefined ? named(sessions, name.trim()) : linked(sessions, link);
  const [session, ...others] = found;
  if (session === undefined) {
    throw new ToolError(
      `This folder has no session ${idOf(link?.id ?? name)}. Call find_sessions to get the IDs of its sessions.`,
      ...rest,
    );
  }
  if (others.length > 0) {
    const names = found.slice(0, 5).map((one) => `${idOf(one.id)} (${speakerLabel(one)})`);
    throw new ToolError(
      `${found.length} sessions have an ID that begins so: ${names.join(', ')}. Name one by its link or more of its ID.`,
    );
  }
  return { session, rowId: link?.rowId };
}

function named(sessions: readonly SessionSummary[], id: string): readonly SessionSummary[] {
  const found = sessionsById(sessions, id);
  return found.length > 0 ? found : sessions.filter((session) => idOf(session.id) === idOf(id));
}

/** What a link names; undefined for any other text. */
export function linkIn(text: string): SessionTarget | undefined {
  try {
    const uri = new URL(text.trim());
    // As VS Code hands a link over: see `readSessionLink`.
    return readSessionLink({ path: uri.pathname, query: decodeURIComponent(uri.search.slice(1)) });
  } catch {
    // An ID is no address.
    return undefined;
  }
}

/** A former ID counts only where no session has it now. */
function linked(
  sessions: readonly SessionSummary[],
  link: Pick<SessionSummary, 'agent' | 'id'>,
): readonly SessionSummary[] {
  const called = sessions.filter((session) => isCalled(session, link));
  const own = called.filter(({ id }) => id === link.id);
  return own.length > 0 ? own : called;
}
