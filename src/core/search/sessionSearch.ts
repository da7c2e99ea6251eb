import type { SessionSummary } from '../events/session.ts';

/** Shorter ID prefixes match too much by chance to be meant as such: `add` is a word. */
const shortestIdPrefix = 4;

/**
 * Finds sessions by what a person types: its ID, a prefix of its ID, or words from its name or
 * first message, all of them, in any order and case. The first rule that finds something decides.
 *
 * @param sessions newest first; results keep that order.
 */
export function lookUpSessions(
  sessions: readonly SessionSummary[],
  query: string,
): readonly SessionSummary[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') {
    return [];
  }
  const byId = sessionsById(sessions, wanted);
  return byId.length > 0 ? byId : sessions.filter(hasWords(wanted.split(/\s+/u)));
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
  return ({ name, title, firstUserMessage }) => {
    const text = [name ?? '', title ?? '', firstUserMessage ?? ''].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
