import type { SessionSummary } from './session.ts';

export type SessionSearchResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly session: SessionSummary }
  /** Newest first. */
  | { readonly kind: 'many'; readonly sessions: readonly SessionSummary[] };

/** Shorter prefixes of an id match too much by chance to be meant: `add` is a word. */
const shortestIdPrefix = 4;

/**
 * Finds a session by what a person types: its id, the beginning of its id, or words of its name or
 * first message, all of them, in any order and case. The first rule that finds something decides.
 *
 * @param sessions newest first; answers keep that order.
 */
export function searchSessions(
  sessions: readonly SessionSummary[],
  query: string,
): SessionSearchResult {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') {
    return { kind: 'none' };
  }
  const byId = sessionsById(sessions, wanted);
  const found = byId.length > 0 ? byId : sessions.filter(hasWords(wanted.split(/\s+/u)));
  const [first] = found;
  if (first === undefined) {
    return { kind: 'none' };
  }
  return found.length === 1 ? { kind: 'one', session: first } : { kind: 'many', sessions: found };
}

/**
 * The sessions with this id, else those whose id begins so, in any case.
 *
 * @param prefix at least `shortestIdPrefix` characters, unless it is a whole id.
 */
export function sessionsById(
  sessions: readonly SessionSummary[],
  prefix: string,
): readonly SessionSummary[] {
  const wanted = prefix.toLowerCase();
  const exact = sessions.filter(({ id }) => id.toLowerCase() === wanted);
  return exact.length > 0 || wanted.length < shortestIdPrefix
    ? exact
    : sessions.filter(({ id }) => id.toLowerCase().startsWith(wanted));
}

function hasWords(words: readonly string[]): (session: SessionSummary) => boolean {
  return ({ name, firstUserMessage }) => {
    const text = [name ?? '', firstUserMessage ?? ''].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
