export interface LinePattern {
  /** For bytes read as Latin-1. */
  readonly expression: RegExp;
  /** No match is longer, in bytes. */
  readonly maxLength: number;
  /** The longest run of letters and digits in every match, if there is one. */
  readonly word: string | undefined;
  readonly matchCase: boolean;
}

/**
 * A pattern that every line matches which shows a query somewhere, so that a search parses few lines.
 * Letters and digits of ASCII are written into JSON as they are; characters without case are there as
 * UTF-8 or escaped; whatever else (quotes, blanks between a key and its value, letters whose case
 * changes their bytes) is a gap of bounded length.
 *
 * It misses what nobody looks for: K (the Kelvin sign) and İ for k and i, words with NUL bytes in
 * them, and numbers that the log writes in another notation than people.
 *
 * @returns undefined where no part of the query can be relied on: then every line must be parsed.
 */
export function linePattern(query: string, matchCase: boolean): LinePattern | undefined {
  if (query.includes('\n')) {
    // What stands on two lines of a row may stand far apart in the log.
    return undefined;
  }
  let source = '';
  let maxLength = 0;
  let gap = 0;
  for (const character of query) {
    const spellings = spellingsOf(character);
    if (spellings === undefined) {
      gap += character.length;
      continue;
    }
    if (gap > 0 && source !== '') {
      const most = gap * longestEscape + formatting;
      source += String.raw`[^\n]{0,${most}}?`;
      maxLength += most;
    }
    gap = 0;
    source += spellings.length === 1 ? spellings.join('') : `(?:${spellings.join('|')})`;
    maxLength += character.length * longestEscape;
  }
  return source === ''
    ? undefined
    : {
        expression: new RegExp(source, matchCase ? 'g' : 'gi'),
        maxLength,
        word: longestOf(query.match(/[A-Za-z0-9_]+/g) ?? []),
        matchCase,
      };
}

function longestOf(words: readonly string[]): string | undefined {
  return [...words].sort((a, b) => b.length - a.length)[0];
}

/** `\u0041`, for each UTF-16 unit. */
const longestEscape = 6;
/** What JSON puts between a key and its value and a row does not show. */
const formatting = 8;

/** How a character can stand in a line, as patterns; undefined if that is not certain. */
function spellingsOf(character: string): readonly string[] | undefined {
  if (/^[A-Za-z0-9_]$/.test(character)) {
    return [character];
  }
  const hasCase = character.toLowerCase() !== character || character.toUpperCase() !== character;
  const isReplaced = character === '\uFFFD' || /^\p{Cs}$/u.test(character);
  if (character.charCodeAt(0) < 0x80 || hasCase || isReplaced) {
    return undefined;
  }
  const bytes = [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
  const units = character
    .split('')
    .map((unit) => `\\\\u${anyCase(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`)
    .join('');
  return [bytes, units];
}

/** Writers differ in the case of the digits. */
function anyCase(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
