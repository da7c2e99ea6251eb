import { RegexSearch } from './regexSearch.ts';
import { isWholeWord } from './wholeWord.ts';

/** What Find looks for in a text. */
export interface TextQuery {
  readonly query: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** `query` is a regular expression. */
  readonly regex: boolean;
}

/** A range of UTF-16 units, end exclusive; never empty. */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

export interface TextSearch {
  /**
   * Text that every match contains, in any case unless `matchCase`; undefined if there is none that
   * is certain.
   */
  readonly required: string | undefined;
  /**
   * All matches, left to right, not overlapping.
   *
   * @throws FindRefused if a regular expression would take too long.
   */
  matchesIn(text: string): readonly TextMatch[];
}

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
