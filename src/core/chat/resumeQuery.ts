import { searchSessions } from '../sessionSearch.ts';
import type { SessionSummary } from '../session.ts';

export type ResumeQuery =
  | { readonly kind: 'none'; readonly query: string }
  | { readonly kind: 'many'; readonly sessions: readonly SessionSummary[] }
  | { readonly kind: 'one'; readonly session: SessionSummary; readonly message: string };

/**
 * What the text after `/resume` means: nothing is the latest session. The whole line is looked up
 * first. If that finds nothing and the first word is the beginning of one session's id, the rest of
 * the line is a message to it.
 *
 * @param sessions newest first.
 */
export function findToResume(sessions: readonly SessionSummary[], line: string): ResumeQuery {
  const query = line.trim();
  const [latest] = sessions;
  if (query === '') {
    return latest === undefined
      ? { kind: 'none', query }
      : { kind: 'one', session: latest, message: '' };
  }
  const whole = searchSessions(sessions, query);
  if (whole.kind === 'many') {
    return whole;
  }
  if (whole.kind === 'one') {
    return { ...whole, message: '' };
  }
  const [, first = '', message = ''] = /^(\S+)\s+([^]*)$/u.exec(query) ?? [];
  const byId = searchSessions(sessions, first);
  const isId = (session: SessionSummary) =>
    session.id.toLowerCase().startsWith(first.toLowerCase()) && message !== '';
  if (byId.kind === 'one' && isId(byId.session)) {
    return { ...byId, message };
  }
  if (byId.kind === 'many' && byId.sessions.every(isId)) {
    return byId;
  }
  return { kind: 'none', query };
}
