import type { Spelling } from '../sources/records/source.ts';

/** What the stored bytes of a text have in them if the text has a query in it. */
export interface BytePattern {
  /** Pieces of the query in their order, each in one of some spellings. */
  readonly parts: readonly (readonly Spelling[])[];
  /** Bytes from the first part to the end of the last, at most. */
  readonly maxLength: number;
  /** The spellings of the part that tells the most. */
  readonly anchor: readonly Spelling[];
  /** The longest run of ASCII letters and digits, if any. */
  readonly word: string | undefined;
  readonly matchCase: boolean;
}

/** `\u0041`, for each UTF-16 unit. */
const longestEscape = 6;
/** Syntax between a key and its value, or tags between a command and its arguments, that rows do not show. */
const formatting = 64;
/** Bytes of a part that are compared: texts made for it could cost as many times as much. */
const longestPart = 64;

/**
 * Pieces that are certain to be in the bytes, in one spelling or another. JSON has ASCII letters and
 * digits as they are, and other characters as UTF-8 or escaped; some writers escape a few characters
 * only, but never one letter without a case and not another. Everything else (quotes, punctuation,
 * white space between a key and its value) lies between pieces.
 */
const certain = /[A-Za-z0-9_]+|(?:(?![\u{10000}-\u{10FFFF}])\p{Lo})+|[^\0-\x7f\ufffd\p{Cs}]/gu;

/**
 * A pattern of bytes that hold a query, so that a search parses little else.
 *
 * It misses what nobody searches for: K (the Kelvin sign), ſ and İ for k, s and i, words with NUL bytes
 * in them, and numbers that the log writes in an unusual notation.
 *
 * @returns undefined if no part of the query is certain and everything must be parsed.
 */
export function bytePattern(query: string, matchCase: boolean): BytePattern | undefined {
  if (query.includes('\n')) {
    // Two lines of a row may be far apart in the log.
    return undefined;
  }
  const pieces = query.match(certain) ?? [];
  const parts = pieces
    .map((piece) => spellingsOf(piece, matchCase))
    .filter((all) => all.length > 0);
  const words = query.match(/[A-Za-z0-9_]+/g) ?? [];
  const word = words.sort((a, b) => b.length - a.length)[0];
  // Two letters stand everywhere.
  const isTelling = (part: readonly Spelling[]) =>
    word !== undefined && word.length > 2 ? part[0]?.text === word : part.length > 1;
  const anchor = parts.find(isTelling) ?? parts[0];
  return (
    anchor && {
      parts,
      maxLength: query.length * longestEscape + (parts.length - 1) * formatting,
      anchor,
      word,
      matchCase,
    }
  );
}

/** All that a piece can be spelled as; nothing if that is uncertain. */
function spellingsOf(piece: string, matchCase: boolean): readonly Spelling[] {
  if (piece < '\x80') {
    return [{ text: piece.slice(0, longestPart), ignoreCase: !matchCase }];
  }
  const variants = matchCase ? [piece] : caseVariants(piece);
  // One that is also an ASCII letter, such as the Kelvin sign, is spelled as that.
  return variants.some((variant) => variant < '\x80')
    ? []
    : variants.flatMap((variant) => [
        { text: variant, ignoreCase: false },
        // Writers differ in the case of the digits.
        { text: escapeOf(variant), ignoreCase: true },
      ]);
}

function escapeOf(text: string): string {
  return text
    .split('')
    .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** All letters with a case. */
let cased: string | undefined;

/** All texts that an expression without regard to case takes for a piece, that one among them. */
function caseVariants(piece: string): readonly string[] {
  cased ??= Array.from({ length: 0x1e944 }, (_, code) => String.fromCodePoint(code))
    .filter((one) => one.toLowerCase() !== one || one.toUpperCase() !== one)
    .join('\n');
  const found = ['giu', 'gi'].flatMap(
    (flags) => cased?.match(new RegExp(escapeOf(piece), flags)) ?? [],
  );
  return [...new Set([piece, ...found])];
}
