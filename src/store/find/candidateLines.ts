import { firstPlace } from '#base/binarySearch.ts';
import type { IndexedSession } from '../session/indexedSession.ts';
import { findPattern, type LinePattern } from './linePattern.ts';
import type { Pacer } from '#base/pacer.ts';
import { RareText } from '../sources/log/rareText.ts';

/** Bytes per slice. */
const sliceBytes = 1024 * 1024;

/**
 * Lines that may contain a match, found by searching bytes without parsing. May include too many.
 *
 * @returns a flag for each line number; undefined if the session is not a log.
 * @throws SessionReplaced; UserError if it cannot be read.
 */
export async function candidateLines(
  session: IndexedSession,
  pattern: LinePattern,
  pacer: Pacer,
): Promise<Uint8Array | undefined> {
  const { index, reading } = session;
  if (reading.bytesAt === undefined) {
    return undefined;
  }
  const { lines } = index;
  const flags = new Uint8Array(lines.length + 1);
  const last = lines.get(lines.length);
  const end = last === undefined ? 0 : last.offset + last.length;
  const search = new SliceSearch(pattern);
  const room = Buffer.allocUnsafeSlow(Math.min(sliceBytes, end));
  let offset = 0;
  while (offset < end) {
    const wanted = room.subarray(0, Math.min(sliceBytes, end - offset));
    const slice = reading.bytesAt(offset, wanted);
    // A hit across two slices is found in the second.
    let next = offset + Math.max(1, slice.length - pattern.maxLength + 1);
    for (let hit = search.next(slice, 0); hit !== undefined;) {
      const line = lineAt(session, offset + hit);
      flags[line] = 1;
      const source = lines.get(line);
      const lineEnd = source === undefined ? end : source.offset + source.length;
      if (lineEnd >= offset + slice.length) {
        next = Math.max(next, lineEnd);
        break;
      }
      hit = search.next(slice, Math.max(lineEnd - offset, hit + 1));
    }
    offset = offset + slice.length >= end ? end : next;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return flags;
}

/**
 * Searches slice by slice. If the pattern contains a literal word, the bytes are searched for that,
 * at memory speed while the word is rare. Otherwise, and when ignoring case, the pattern runs over
 * the slice as Latin-1.
 */
class SliceSearch {
  readonly #pattern: LinePattern;
  readonly #word: RareText | undefined;
  /** Word hits without a match. */
  #vain = 0;
  #slice: Buffer | undefined;
  #text: string | undefined;

  constructor(pattern: LinePattern) {
    const { word, matchCase } = pattern;
    this.#pattern = pattern;
    this.#word = matchCase && word !== undefined ? new RareText(word) : undefined;
  }

  /** A place on the line of the first match at or after `from`; undefined if there is none. */
  next(slice: Buffer, from: number): number | undefined {
    if (this.#slice !== slice) {
      this.#slice = slice;
      this.#text = undefined;
    }
    return this.#word === undefined || this.#vain > mostVain
      ? this.#nextMatch(slice, from)
      : this.#nextWord(slice, from, this.#word);
  }

  #nextWord(slice: Buffer, from: number, word: RareText): number | undefined {
    const { maxLength } = this.#pattern;
    for (let at = word.find(slice, from, slice.length); at >= 0;) {
      const start = Math.max(from, at - maxLength);
      const around = slice.toString('latin1', start, at + maxLength);
      const match = findPattern(this.#pattern, around, 0);
      if (match !== undefined) {
        return start + match;
      }
      this.#vain += 1;
      if (this.#vain > mostVain) {
        return this.#nextMatch(slice, Math.max(from, at + 1 - maxLength));
      }
      at = word.find(slice, at + 1, slice.length);
    }
    return undefined;
  }

  #nextMatch(slice: Buffer, from: number): number | undefined {
    this.#text ??= slice.toString('latin1');
    return findPattern(this.#pattern, this.#text, from);
  }
}

/** Checking a word hit costs as much as running the pattern over a few KB. */
const mostVain = 100;

/** Number of the line that contains a byte. */
function lineAt({ index: { lines } }: IndexedSession, offset: number): number {
  return (
    firstPlace(2, lines.length + 1, (line) => (lines.get(line)?.offset ?? Infinity) > offset) - 1
  );
}
