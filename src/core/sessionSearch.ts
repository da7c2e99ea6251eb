import type { SessionSummary } from './session.ts';

export type SessionSearchResult =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly session: SessionSummary }
  /** Newest first. */
  | { readonly kind: 'many'; readonly sessions: readonly SessionSummary[] };

/** Shorter prefixes of an id match too much by chance to be meant: `add` is a word. */
const shortestPrefix = 4;

/**
 * Finds a session by what a person types: its id, the beginning of its id, or words of its first
 * message, all of them, in any order and case. The first rule that finds something decides.
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
  const rules: readonly ((session: SessionSummary) => boolean)[] = [
    ({ id }) => id.toLowerCase() === wanted,
    ({ id }) => wanted.length >= shortestPrefix && id.toLowerCase().startsWith(wanted),
    hasWords(wanted.split(/\s+/u)),
  ];
  for (const rule of rules) {
    const found = sessions.filter(rule);
    const [first] = found;
    if (first !== undefined) {
      return found.length === 1
        ? { kind: 'one', session: first }
        : { kind: 'many', sessions: found };
    }
  }
  return { kind: 'none' };
}

function hasWords(words: readonly string[]): (session: SessionSummary) => boolean {
  return ({ firstUserMessage }) => {
    const text = firstUserMessage?.toLowerCase() ?? '';
    return words.every((word) => text.includes(word));
  };
}
