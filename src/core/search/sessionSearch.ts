import type { SessionSummary } from '../events/session.ts';

export type SessionSearchResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly session: SessionSummary }
  /** Newest first. */
  | { readonly kind: 'many'; readonly sessions: readonly SessionSummary[] };

/** Shorter ID prefixes match too much by chance to be meant as such: `add` is a word. */
const shortestIdPrefix = 4;

/**
 * Finds a session by what a person types: its ID, a prefix of its ID, or words from its name or
 * first message, all of them, in any order and case. The first rule that finds something decides.
 *
 * @param sessions newest first; results keep that order.
 */
export function lookUpSessions(
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
 * The sessions with this ID, else those whose ID starts with it, in any case.
 *
 * @param prefix at least `shortestIdPrefix` characters, unless it is a whole ID.
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
