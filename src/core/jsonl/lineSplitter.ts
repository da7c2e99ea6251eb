import type { Source } from '../source.ts';
import { asciiJson } from './asciiJson.ts';

/** One line's bytes and place; what it means is decided elsewhere. */
export interface RawLine {
  /**
   * Without its line end; none of a line longer than `maxLineBytes`. A long run of NUL bytes may be a
   * single one, since nobody reads them.
   */
  readonly bytes: Uint8Array;
  readonly source: Source;
  /** Ended with CR LF. */
  readonly windowsEnd: boolean;
  /** What `asciiJson` makes of the bytes, where it is at hand. */
  readonly text?: string;
}

export const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** The longest text that V8 can hold is 2^29 - 24 units; decoding more would throw. */
export const maxLineBytes = 2 ** 29 - 24;
const oneNul = new Uint8Array(1);
/** A piece of so many NUL bytes within a line is kept as one. */
const manyNuls = 64 * 1024;
/** Mean length, in bytes, below which it pays to decode many lines at once. */
const shortLine = 512;

/**
 * Bytes in, complete lines out. Splits on LF bytes, which in UTF-8 are never part of another
 * character, so that chunks may end anywhere. The unfinished last line is kept until it is
 * completed; its pieces are joined once, so a line of many MB costs one copy. What a crash leaves costs
 * no memory: of the NUL bytes that a line begins with, the last one counts as its beginning, and a line
 * that can be no text is not kept.
 */
export class LineSplitter {
  #line: number;
  /** Where the line begins that is not complete. */
  #offset: number;
  /** NUL bytes there that are left out. */
  #nuls = 0;
  /** What is kept of the rest of it, and how long that is in the file. */
  #pieces: Uint8Array[] = [];
  #pending = 0;
  #length = 0;
  readonly #maxLine: number;
  /** As far as the last chunk told. */
  #linesAreShort = false;
  /** Where `each` puts unfinished lines together, one after the other. */
  #room = new Uint8Array(0);

  /**
   * @param start where the first byte that will be pushed stands in the file.
   * @param maxLine bytes of the longest line that is kept.
   */
  constructor(
    start: { readonly line: number; readonly offset: number } = { line: 1, offset: 0 },
    maxLine = maxLineBytes,
  ) {
    this.#line = start.line;
    this.#offset = start.offset;
    this.#maxLine = maxLine;
  }

  /** Place of the first byte that belongs to no complete line yet. */
  get position(): { readonly line: number; readonly offset: number } {
    return { line: this.#line, offset: this.#offset };
  }

  /** The chunk is not kept unless it ends in an unfinished line; it must not change afterwards. */
  push(chunk: Uint8Array): RawLine[] {
    if (this.#isCarried) {
      this.#pieces = this.#pieces.map((piece) => new Uint8Array(piece));
    }
    const lines: RawLine[] = [];
    this.#split(chunk, 0, (line) => lines.push(line));
    return lines;
  }

  /**
   * The same one by one, faster: no line outlives its visit, and many short ones are decoded at once.
   * The chunk's memory may be used again afterwards.
   */
  each(chunk: Uint8Array, visit: (line: RawLine) => void): void {
    const before = this.#line;
    if (this.#linesAreShort) {
      this.#splitText(chunk, visit);
    } else {
      this.#split(chunk, 0, visit);
    }
    this.#carry();
    this.#linesAreShort = (this.#line - before) * shortLine > chunk.length;
  }

  #split(chunk: Uint8Array, start: number, visit: (line: RawLine) => void): void {
    let from = start;
    for (;;) {
      const end = chunk.indexOf(lineFeed, from);
      if (end < 0) {
        break;
      }
      const last = this.#withoutNuls(chunk.subarray(from, end));
      if (this.#nuls > 0 || this.#length > 0) {
        this.#keepNul();
        this.#keep(last);
        visit(this.#complete(this.#joined()));
      } else {
        visit(this.#complete(last));
      }
      from = end + 1;
    }
    const rest = this.#withoutNuls(chunk.subarray(from));
    if (rest.length > 0) {
      this.#keepNul();
      this.#keep(rest);
    }
  }

  /** A piece of a line without the NUL bytes that the line begins with. */
  #withoutNuls(piece: Uint8Array): Uint8Array {
    if (piece[0] !== 0 || this.#length > 0) {
      return piece;
    }
    const nuls = nulsIn(piece);
    this.#nuls += nuls;
    return piece.subarray(nuls);
  }

  /** The last one of those is a part of the line and tells of all. */
  #keepNul(): void {
    if (this.#nuls > 0 && this.#length === 0) {
      this.#nuls -= 1;
      this.#keep(oneNul);
    }
  }

  #keep(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#maxLine) {
      this.#pieces = [];
      this.#pending = 0;
      return;
    }
    const isNul = piece.length >= manyNuls && piece[0] === 0 && nulsIn(piece) === piece.length;
    const kept = isNul ? oneNul : piece;
    this.#pieces.push(kept);
    this.#pending += kept.length;
  }

  /** Bytes and text have the same line feeds, as escapes hold none. */
  #splitText(chunk: Uint8Array, visit: (line: RawLine) => void): void {
    const isBegun = this.#length > 0 || this.#nuls > 0;
    const from = isBegun ? chunk.indexOf(lineFeed) + 1 : 0;
    const end = chunk.lastIndexOf(lineFeed) + 1;
    const hasText = from < end && !chunk.includes(0);
    const text = hasText ? asciiJson(chunk.subarray(from, end)) : undefined;
    if (text === undefined) {
      this.#split(chunk, 0, visit);
      return;
    }
    this.#split(chunk.subarray(0, from), 0, visit);
    const isAscii = text.length === end - from;
    let at = from;
    let textAt = 0;
    while (at < end) {
      const textEnd = text.indexOf('\n', textAt);
      const lineEnd = isAscii ? from + textEnd : chunk.indexOf(lineFeed, at);
      const windowsEnd = textEnd > textAt && text.charCodeAt(textEnd - 1) === carriageReturn;
      const cut = windowsEnd ? 1 : 0;
      const source = { line: this.#line, offset: this.#offset, length: lineEnd - at - cut };
      this.#line += 1;
      this.#offset += lineEnd + 1 - at;
      visit(new TextLine(chunk, at, source, windowsEnd, text.slice(textAt, textEnd - cut)));
      at = lineEnd + 1;
      textAt = textEnd + 1;
    }
    this.#split(chunk, end, visit);
  }

  /** The unfinished last line, if there is one. It stays unfinished: a later push goes on with it. */
  tail(): RawLine | undefined {
    if (this.#length === 0) {
      return undefined;
    }
    const bytes = this.#joined();
    this.#pieces = bytes.length === 0 ? [] : [bytes];
    return {
      bytes,
      source: { line: this.#line, offset: this.#offset + this.#nuls, length: this.#length },
      windowsEnd: false,
    };
  }

  /** Gives back the memory that `each` puts long lines together in; wanted when nothing comes for now. */
  release(): void {
    this.#room = new Uint8Array(0);
  }

  /** All that is kept of the line that is not complete. */
  #joined(): Uint8Array {
    const bytes = this.#isCarried ? this.#roomFor(this.#pending) : new Uint8Array(this.#pending);
    this.#fill(bytes);
    return bytes;
  }

  /** Copies an unfinished line out of a chunk whose memory is used again. */
  #carry(): void {
    if (this.#pending > 0) {
      const bytes = this.#roomFor(this.#pending);
      this.#fill(bytes);
      this.#pieces = [bytes];
    }
  }

  get #isCarried(): boolean {
    return this.#room.length > 0 && this.#pieces[0]?.buffer === this.#room.buffer;
  }

  #fill(bytes: Uint8Array): void {
    let at = 0;
    for (const piece of this.#pieces) {
      if (piece.buffer !== bytes.buffer) {
        bytes.set(piece, at);
      }
      at += piece.length;
    }
  }

  #roomFor(length: number): Uint8Array {
    if (this.#room.length < length) {
      const doubled = Math.min(2 * this.#room.length, this.#maxLine);
      this.#room = new Uint8Array(Math.max(length, doubled));
    }
    return this.#room.subarray(0, length);
  }

  /** @param bytes all of a line, or what is kept of one that came in pieces. */
  #complete(bytes: Uint8Array): RawLine {
    const length = this.#length === 0 ? bytes.length : this.#length;
    const isTooLong = length > this.#maxLine;
    const windowsEnd = !isTooLong && bytes.at(-1) === carriageReturn;
    const source = {
      line: this.#line,
      offset: this.#offset + this.#nuls,
      length: windowsEnd ? length - 1 : length,
    };
    this.#line += 1;
    this.#offset += this.#nuls + length + 1;
    this.#nuls = 0;
    this.#length = 0;
    this.#pieces = [];
    this.#pending = 0;
    const content = windowsEnd ? bytes.subarray(0, -1) : bytes;
    return { bytes: isTooLong ? content.subarray(0, 0) : content, source, windowsEnd };
  }
}

/** How many NUL bytes there are at the beginning, looked at four at a time. */
function nulsIn(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  let at = 0;
  while (at < length && ((byteOffset + at) & 3) !== 0 && bytes[at] === 0) {
    at += 1;
  }
  if (((byteOffset + at) & 3) === 0) {
    const words = new Int32Array(buffer, byteOffset + at, (length - at) >> 2);
    let word = 0;
    while (word < words.length && words[word] === 0) {
      word += 1;
    }
    at += word << 2;
  }
  while (at < length && bytes[at] === 0) {
    at += 1;
  }
  return at;
}

/** A line whose bytes hardly anybody asks for: a view of them would cost more than the rest. */
class TextLine implements RawLine {
  readonly source: Source;
  readonly windowsEnd: boolean;
  readonly text: string;
  readonly #chunk: Uint8Array;
  readonly #start: number;

  constructor(chunk: Uint8Array, start: number, source: Source, windowsEnd: boolean, text: string) {
    this.#chunk = chunk;
    this.#start = start;
    this.source = source;
    this.windowsEnd = windowsEnd;
    this.text = text;
  }

  get bytes(): Uint8Array {
    return this.#chunk.subarray(this.#start, this.#start + this.source.length);
  }
}
