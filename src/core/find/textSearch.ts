import { RegexSearch } from './regexSearch.ts';
import type { TextMatch, TextQuery, TextSearch } from './textQuery.ts';
import { isWholeWord } from './wholeWord.ts';

/** @throws FindRefused if the query is a regular expression that cannot be used. */
export function textSearch(query: TextQuery): TextSearch {
  const { query: wanted, wholeWord, regex } = query;
  if (wanted === '') {
    return { required: undefined, matchesIn: () => [] };
  }
  const search = regex ? new RegexSearch(query) : plainSearch(query);
  return {
    required: search.required,
    matchesIn: wholeWord
      ? (text) => search.matchesIn(text).filter((match) => isWholeWord(text, match))
      : (text) => search.matchesIn(text),
  };
}

function plainSearch({ query, matchCase }: TextQuery): TextSearch {
  if (matchCase) {
    return { required: query, matchesIn: (text) => occurrences(text, query) };
  }
  // Unlike lowercasing ("İ"), a case-insensitive regular expression preserves lengths.
  const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  return {
    required: query,
    matchesIn: (text) =>
      Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
        from: index,
        to: index + length,
      })),
  };
}

function occurrences(text: string, wanted: string): TextMatch[] {
  const matches: TextMatch[] = [];
  for (let from = text.indexOf(wanted); from >= 0;) {
    const to = from + wanted.length;
    matches.push({ from, to });
    from = text.indexOf(wanted, to);
  }
  return matches;
}
