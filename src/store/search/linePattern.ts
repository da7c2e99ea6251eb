import type { Spelling } from '../sources/records/source.ts';
import { caseVariants } from './caseVariants.ts';
import { longestWord } from './wordScan.ts';

export interface LinePattern {
  readonly parts: readonly PatternPart[];
  /** Maximum length of a match, in bytes. */
  readonly maxLength: number;
  /** The longest run of letters and digits common to all matches, if any. */
  readonly word: string | undefined;
  /** Each match has one of these in it, as the log spells it: what to look for first. */
  readonly anchors: readonly Spelling[];
  readonly matchCase: boolean;
}

/** A contiguous part of a pattern. */
interface PatternPart {
  /** For bytes decoded as Latin-1. Without repetition, so it runs in linear time. */
  readonly expression: RegExp;
  /** Maximum length of an occurrence, in bytes. */
  readonly maxLength: number;
  /** Maximum bytes between the previous part and this one. */
  readonly gap: number;
}

/**
 * A pattern that matches every line showing the query anywhere, so that a search parses few lines.
 * JSON has ASCII letters and digits as they are, and other characters as UTF-8 or escaped;
 * everything else (quotes, punctuation, whitespace between a key and its value) is a gap of bounded
 * length.
 *
 * It misses what nobody searches for: K (the Kelvin sign) and İ for k and i, words with NUL bytes
 * in them, and numbers that the log writes in an unusual notation.
 *
 * @returns undefined if no part of the query is reliable and every line must be parsed.
 */
export function linePattern(query: string, matchCase: boolean): LinePattern | undefined {
  if (query.includes('\n')) {
    // Two lines of a row may be far apart in the log.
    return undefined;
  }
  const flags = matchCase ? 'g' : 'gi';
  const parts: PatternPart[] = [];
  let gap = 0;
  for (const run of runsOf(query, matchCase)) {
    if (run.source === undefined) {
      gap = run.length * longestEscape + formatting;
    } else {
      const expression = new RegExp(run.source, flags);
      const maxLength = run.length * longestEscape;
      parts.push({ expression, maxLength, gap: parts.length === 0 ? 0 : gap });
    }
  }
  const words = query.match(/[A-Za-z0-9_]+/g) ?? [];
  const word = words.sort((a, b) => b.length - a.length)[0];
  return parts.length === 0
    ? undefined
    : {
        parts,
        maxLength: parts.reduce((sum, part) => sum + part.gap + part.maxLength, 0),
        word,
        anchors: anchorsOf(query, matchCase, word),
        matchCase,
      };
}

/** The longest word, unless a character that is no ASCII letter tells more. */
function anchorsOf(
  query: string,
  matchCase: boolean,
  word: string | undefined,
): readonly Spelling[] {
  const other = Array.from(query).find(
    (character) => character > '\x7f' && spellingsOf(character, matchCase) !== undefined,
  );
  return word !== undefined && (word.length > 2 || other === undefined)
    ? [{ text: word.slice(0, longestWord), ignoreCase: !matchCase }]
    : spelledAs(other ?? '', matchCase).flatMap((one) => [
        { text: one, ignoreCase: false },
        { text: escapeOf(one), ignoreCase: true },
      ]);
}

/**
 * Splits the query into runs of characters certain to appear in a line, in one spelling or another,
 * and runs of all others (`source` is undefined). Lengths are in UTF-16 units.
 */
function runsOf(
  query: string,
  matchCase: boolean,
): { source: string | undefined; length: number }[] {
  const runs: { source: string | undefined; length: number }[] = [];
  for (const character of query) {
    const spellings = spellingsOf(character, matchCase);
    const last = runs.at(-1);
    const source =
      spellings === undefined
        ? undefined
        : spellings.length === 1
          ? spellings.join('')
          : `(?:${spellings.join('|')})`;
    if (last === undefined || (last.source === undefined) !== (source === undefined)) {
      runs.push({ source, length: character.length });
    } else {
      last.source = source === undefined ? undefined : `${last.source ?? ''}${source}`;
      last.length += character.length;
    }
  }
  return runs;
}

/**
 * Position of a match in Latin-1 text, at or after `from`; undefined if there is none. The match
 * ends with what is found there and starts on the same line.
 *
 * A single expression with gaps would try every combination of its parts. Instead, each part is
 * searched on its own, left to right, and never twice at the same place, so it takes one pass over
 * the text for each part.
 */
export function findPattern(
  { parts }: LinePattern,
  text: string,
  from: number,
): number | undefined {
  let chain: PartChain | undefined;
  for (const part of parts) {
    chain = new PartChain(part, chain, text, from);
  }
  return chain?.next(from)?.start;
}

interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** Occurrences of a part that follow an occurrence of the previous part, recursively. */
class PartChain {
  /**
   * Of the previous part: the last occurrence before the current position, and the first after it.
   */
  #last: Occurrence | undefined;
  #ahead: Occurrence | undefined;
  /** Position of the first line feed after `#last`. */
  #lineEnd = -1;

  constructor(
    private readonly part: PatternPart,
    private readonly before: PartChain | undefined,
    private readonly text: string,
    from: number,
  ) {
    this.#ahead = before?.next(from);
  }

  /** The first occurrence at or after `from`. @param from never decreases. */
  next(from: number): Occurrence | undefined {
    if (this.before === undefined) {
      return this.#occurrence(from);
    }
    for (let start = from; ;) {
      if (this.#last === undefined) {
        if (this.#ahead === undefined) {
          return undefined;
        }
        start = Math.max(start, this.#ahead.end);
      }
      const found = this.#occurrence(start);
      if (found === undefined) {
        return undefined;
      }
      this.#follow(this.before, found.start);
      if (this.#isLinked(found.start)) {
        return found;
      }
      // An occurrence too far from this one is too far from all later ones.
      this.#last = undefined;
      start = found.start + 1;
    }
  }

  #occurrence(from: number): Occurrence | undefined {
    const { expression } = this.part;
    expression.lastIndex = from;
    const match = expression.exec(this.text);
    return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
  }

  /** Advances the previous part to its last occurrence that ends at or before a place. */
  #follow(before: PartChain, place: number): void {
    while (this.#ahead !== undefined && this.#ahead.end <= place) {
      this.#last = this.#ahead;
      const tooFar = place - this.part.gap - before.part.maxLength;
      this.#ahead = before.next(Math.max(this.#last.start + 1, tooFar));
    }
  }

  #isLinked(place: number): boolean {
    if (this.#last === undefined || this.#last.end < place - this.part.gap) {
      return false;
    }
    if (this.#lineEnd < this.#last.end) {
      const lineEnd = this.text.indexOf('\n', this.#last.end);
      this.#lineEnd = lineEnd < 0 ? Infinity : lineEnd;
    }
    return this.#lineEnd >= place;
  }
}

/** `\u0041`, for each UTF-16 unit. */
const longestEscape = 6;
/** Syntax between a key and its value, or tags between a command and its arguments, that rows do not show. */
const formatting = 64;

/** Possible spellings of a character in a line, as patterns; undefined if uncertain. */
function spellingsOf(character: string, matchCase: boolean): readonly string[] | undefined {
  if (/^[A-Za-z0-9_]$/.test(character)) {
    return [character];
  }
  const isReplaced = character === '\uFFFD' || /^\p{Cs}$/u.test(character);
  if (character.charCodeAt(0) < 0x80 || isReplaced) {
    return undefined;
  }
  const all = spelledAs(character, matchCase);
  // One that is also an ASCII letter, such as the Kelvin sign, is spelled as that.
  return all.some((one) => one.charCodeAt(0) < 0x80)
    ? undefined
    : all.flatMap((one) => [bytesPattern(one), escapePattern(one)]);
}

/** The character, and unless its case matters those that differ from it in case alone. */
function spelledAs(character: string, matchCase: boolean): readonly string[] {
  return matchCase ? [character] : caseVariants(character);
}

function bytesPattern(character: string): string {
  return [...Buffer.from(character)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
}

/** Writers differ in the case of the digits. */
function escapePattern(character: string): string {
  return escapeOf(character).replace(/\\u|[a-f]/g, (part) =>
    part === '\\u' ? '\\\\u' : `[${part}${part.toUpperCase()}]`,
  );
}

function escapeOf(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
