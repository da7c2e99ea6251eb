import { FindRefused } from '#core/find/findRefused.ts';
import type { TextQuery } from '#core/find/textQuery.ts';
import { textSearch } from '#core/find/textSearch.ts';
import type { SessionSummary } from '#core/events/session.ts';
import { visibleLine } from '#core/text/oneLine.ts';

/** UTF-16 units of a note before its first match, and of all that is shown. */
const unitsBefore = 20;
const mostUnits = 260;

/**
 * Finds sessions by the user's own words: their titles, tags and notes.
 *
 * @returns for each session the text that matches, in pieces, of which every other one is a match.
 */
export function matchingMarks(
  sessions: readonly SessionSummary[],
  query: TextQuery,
): ReadonlyMap<SessionSummary, readonly string[]> {
  const found = new Map<SessionSummary, readonly string[]>();
  try {
    const search = textSearch(query);
    for (const session of sessions) {
      const { title, tags = [], note } = session.marks ?? {};
      for (const text of [title, ...tags.map((tag) => `#${tag}`), note]) {
        const matches = text === undefined ? [] : search.matchesIn(text);
        if (text !== undefined && matches.length > 0) {
          found.set(session, piecesOf(text, matches));
          break;
        }
      }
    }
  } catch (error) {
    // The search of the sessions says why.
    if (!(error instanceof FindRefused)) {
      throw error;
    }
  }
  return found;
}

function piecesOf(
  text: string,
  matches: readonly { readonly from: number; readonly to: number }[],
): readonly string[] {
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
