import { lookUpSessions } from '../search/sessionSearch.ts';
import type { SessionSummary } from '../events/session.ts';

export type ResumeQuery =
  | { readonly kind: 'none'; readonly query: string }
  | { readonly kind: 'many'; readonly sessions: readonly SessionSummary[] }
  | {
      readonly kind: 'one';
      readonly session: SessionSummary;
      readonly message: string;
      /** Other sessions that match the words; the best match is resumed. */
      readonly others: readonly SessionSummary[];
    };

/**
 * What the text after `/resume` means. No text means the latest session. Otherwise the whole line
 * is looked up first. If that finds nothing and the first word is a prefix of exactly one session's
 * ID, the rest of the line is a message to it.
 *
 * Words that match several sessions select the best match, since nothing is sent to a model before
 * the next message. A prefix of several IDs is a mistake, so the caller has to ask.
 *
 * @param sessions newest first.
 */
export function findToResume(sessions: readonly SessionSummary[], line: string): ResumeQuery {
  const query = line.trim();
  const [latest] = sessions;
  if (query === '') {
    return latest === undefined
      ? { kind: 'none', query }
      : { kind: 'one', session: latest, message: '', others: [] };
  }
  const whole = lookUpSessions(sessions, query);
  if (whole.length > 1 && whole.every(idBegins(query))) {
    return { kind: 'many', sessions: whole };
  }
  if (whole.length > 0) {
    return bestMatch(whole, query);
  }
  const [, first = '', message = ''] = /^(\S+)\s+([^]*)$/u.exec(query) ?? [];
  const byId = lookUpSessions(sessions, first);
  const [session] = byId;
  if (session === undefined || message === '' || !byId.every(idBegins(first))) {
    return { kind: 'none', query };
  }
  return byId.length > 1
    ? { kind: 'many', sessions: byId }
    : { kind: 'one', session, message, others: [] };
}

function idBegins(prefix: string): (session: SessionSummary) => boolean {
  const wanted = prefix.toLowerCase();
  return ({ id }) => id.toLowerCase().startsWith(wanted);
}

/** The newest session with the words side by side, else the newest with all of them. */
function bestMatch(sessions: readonly SessionSummary[], query: string): ResumeQuery {
  const phrase = words(query);
  const session =
    sessions.find(({ name, title, firstUserMessage }) =>
      [name, title, firstUserMessage].some((text) => words(text ?? '').includes(phrase)),
    ) ?? sessions[0];
  return session === undefined
    ? { kind: 'none', query }
    : { kind: 'one', session, message: '', others: sessions.filter((other) => other !== session) };
}

function words(text: string): string {
  return text.toLowerCase().split(/\s+/u).join(' ');
}
