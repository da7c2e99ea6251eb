/** A range of UTF-16 units, end exclusive. */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

/** All occurrences of `query` in `text`, left to right, not overlapping. */
export function textMatches(text: string, query: string, matchCase: boolean): TextMatch[] {
  if (query === '') {
    return [];
  }
  const matches: TextMatch[] = [];
  // Unlike lowercasing ("İ"), a case-insensitive regular expression preserves lengths.
  const pattern = new RegExp(
    query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    matchCase ? 'gu' : 'giu',
  );
  for (const match of text.matchAll(pattern)) {
    matches.push({ from: match.index, to: match.index + match[0].length });
  }
  return matches;
}
