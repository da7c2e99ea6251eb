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

/**
 * A search for a query in texts: all matches, left to right, not overlapping.
 *
 * A regular expression is JavaScript’s own and can take forever on a foreign text: only
 * `store/search` searches with one, within a time limit.
 *
 * @throws SyntaxError if the query is an invalid regular expression.
 */
export function textSearch(query: TextQuery): (text: string) => TextMatch[] {
  if (query.query === '') {
    return () => [];
  }
  const pattern = query.regex
    ? asExpression(query)
    : // Unlike lowercasing ("İ"), a case-insensitive regular expression preserves lengths.
      new RegExp(query.query.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), flagsOf(query));
  const isOfLines = query.regex && !namesLineEnd.test(query.query);
  return (text) => {
    const matches = isOfLines ? matchesInLines(pattern, text) : matchesOf(pattern, text, 0);
    return query.wholeWord ? matches.filter((match) => isWholeWord(text, match)) : matches;
  };
}

/** As in VS Code, an expression is tried line by line unless it names a line end. */
const namesLineEnd = /\n|(?<!\\)(?:\\\\)*\\[nrW]/;

/** As in VS Code, by characters if it can be, so that an emoji is one; by UTF-16 units otherwise. */
function asExpression(query: TextQuery): RegExp {
  try {
    return new RegExp(query.query, flagsOf(query));
  } catch {
    return new RegExp(query.query, flagsOf(query).replace('u', ''));
  }
}

function flagsOf({ matchCase }: TextQuery): string {
  return matchCase ? 'gmu' : 'gimu';
}

function matchesInLines(pattern: RegExp, text: string): TextMatch[] {
  const matches: TextMatch[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    for (const match of matchesOf(pattern, line, index)) {
      matches.push(match);
    }
  }
  return matches;
}

function matchesOf(pattern: RegExp, text: string, offset: number): TextMatch[] {
  const matches: TextMatch[] = [];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (match !== '') {
      matches.push({ from: offset + index, to: offset + index + match.length });
    }
  }
  return matches;
}

/** VS Code's `editor.wordSeparators`, white space and line ends. */
const separators = new Set('`~!@#$%^&*()-=+[{]}\\|;:\'",.<>/? \t\r\n');

/**
 * Whether a match begins and ends where a word does, as VS Code's Find decides it: an end that is
 * itself a separator needs none beside it.
 */
function isWholeWord(text: string, { from, to }: TextMatch): boolean {
  return isBorder(text, from - 1, from) && isBorder(text, to, to - 1);
}

function isBorder(text: string, outside: number, inside: number): boolean {
  return (
    outside < 0 ||
    outside >= text.length ||
    separators.has(text.charAt(outside)) ||
    separators.has(text.charAt(inside))
  );
}
