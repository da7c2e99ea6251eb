/** One place in a text: from the first to after the last UTF-16 unit. */
export interface TextMatch {
  readonly from: number;
  readonly to: number;
}

/** All places of `query` in `text`, left to right and not overlapping. */
export function textMatches(text: string, query: string, matchCase: boolean): TextMatch[] {
  if (query === '') {
    return [];
  }
  const matches: TextMatch[] = [];
  // A regular expression ignores case without changing lengths, which lower-casing does ("İ").
  const pattern = new RegExp(
    query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
    matchCase ? 'gu' : 'giu',
  );
  for (const match of text.matchAll(pattern)) {
    matches.push({ from: match.index, to: match.index + match[0].length });
  }
  return matches;
}
