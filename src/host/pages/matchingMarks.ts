import type { TextMatch, TextQuery } from '#core/search/textSearch.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { visibleLine } from '#core/text/oneLine.ts';
import { FindRefused, timedSearch } from '#store/search/timedSearch.ts';

/** UTF-16 units of a note before its first match, and of all that is shown. */
const unitsBefore = 20;
const mostUnits = 260;

/** Others wait for the extension host meanwhile. */
const mostMs = 100;

/**
 * Finds sessions by the user's own words: their titles, tags and notes.
 *
 * @returns for each session the text that matches, in pieces, of which every other one is a match.
 */
export function matchingMarks(
  sessions: readonly SessionSummary[],
  query: TextQuery,
): ReadonlyMap<SessionSummary, readonly string[]> {
  const all = new Map<SessionSummary, readonly string[]>();
  try {
    const texts = sessions.flatMap((session) => {
      const { title, tags = [], note } = session.marks ?? {};
      const own = [title, ...tags.map((tag) => `#${tag}`), note].filter(
        (text) => text !== undefined,
      );
      return own.map((text) => ({ session, text }));
    });
    const matches = timedSearch(query, mostMs).matchesIn(texts.map(({ text }) => text));
    for (const [at, { session, text }] of texts.entries()) {
      const found = matches[at] ?? [];
      if (found.length > 0 && !all.has(session)) {
        all.set(session, piecesOf(text, found));
      }
    }
  } catch (error) {
    // The search of the sessions says why.
    if (!(error instanceof FindRefused)) {
      throw error;
    }
  }
  return all;
}

function piecesOf(text: string, matches: readonly TextMatch[]): readonly string[] {
  let at = Math.max(0, (matches[0]?.from ?? 0) - unitsBefore);
  const isCut = at > 0;
  const end = at + mostUnits;
  const pieces: string[] = [];
  for (const { from, to } of matches.filter((match) => match.from < end)) {
    pieces.push(text.slice(at, from), text.slice(from, Math.min(to, end)));
    at = Math.min(to, end);
  }
  pieces.push(text.slice(at, end));
  return pieces.map((piece, place) => visibleLine(isCut && place === 0 ? `…${piece}` : piece));
}
