import { findPattern, type LinePattern } from './linePattern.ts';
import { preparedWord, wordScan, type PreparedWord } from './wordScan.ts';

/**
 * Searches the bytes in `room` for a pattern: first for a word, at the speed of memory, and where that
 * stands for the rest. If the word stands everywhere, the pattern runs over the bytes as Latin-1.
 */
export class SliceSearch {
  readonly room = wordScan().room;
  readonly #words: readonly PreparedWord[];
  /** Where each word stands next in the slice; -1 if it does not. */
  #places: number[] = [];
  /** Places of a word without a match around them. */
  #vain = 0;
  #length = 0;
  #text: string | undefined;

  constructor(private readonly pattern: LinePattern) {
    this.#words = pattern.anchors.map(preparedWord);
  }

  /** Bytes that two slices must share, so that whatever stands across is in the second. */
  get overlap(): number {
    return this.pattern.maxLength - 1;
  }

  /** Begins with what was just read into the room. @param length of it. */
  begin(length: number): void {
    this.#length = length;
    this.#text = undefined;
    this.#places = this.#words.map((word) => wordScan().find(word, 0, length));
  }

  /** The first place of one of the words at or after `from`; undefined if there is none. */
  nextWord(from: number): number | undefined {
    let next: number | undefined;
    this.#words.forEach((word, index) => {
      let place = this.#places[index] ?? -1;
      if (place >= 0 && place < from) {
        place = wordScan().find(word, from, this.#length);
        this.#places[index] = place;
      }
      if (place >= 0 && (next === undefined || place < next)) {
        next = place;
      }
    });
    return next;
  }

  /** A place on the line of the first match at or after `from`; undefined if there is none. */
  next(from: number): number | undefined {
    const { maxLength } = this.pattern;
    const slice = this.room;
    let at = this.#vain > mostVain ? undefined : this.nextWord(from);
    while (at !== undefined) {
      const start = Math.max(from, at - maxLength);
      const around = slice.toString('latin1', start, Math.min(at + maxLength, this.#length));
      const match = findPattern(this.pattern, around, 0);
      if (match !== undefined) {
        return start + match;
      }
      this.#vain += 1;
      if (this.#vain > mostVain) {
        return this.#nextMatch(Math.max(from, at + 1 - maxLength));
      }
      at = this.nextWord(at + 1);
    }
    return this.#vain > mostVain ? this.#nextMatch(from) : undefined;
  }

  #nextMatch(from: number): number | undefined {
    this.#text ??= this.room.toString('latin1', 0, this.#length);
    return findPattern(this.pattern, this.#text, from);
  }
}

/** Looking around a word costs as much as running the pattern over a few KB. */
const mostVain = 100;
