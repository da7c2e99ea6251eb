import type { Source } from '../events/decodedLine.ts';
import { asciiJson } from './asciiJson.ts';
import { LinePieces, nulsIn, oneNul } from './linePieces.ts';

/** One line's bytes and position; what it means is decided elsewhere. */
export interface RawLine {
  /**
   * Without the line end; empty for a line longer than `maxLineBytes`. A long run of NUL bytes may
   * be a single one, since nobody reads them.
   */
  readonly bytes: Uint8Array;
  readonly source: Source;
  /** Ended with CR LF. */
  readonly windowsEnd: boolean;
  /** The result of `asciiJson` for the bytes, if available. */
  readonly text?: string;
}

export const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** The longest text that V8 can hold is 2^29 - 24 units; decoding more would throw. */
export const maxLineBytes = 2 ** 29 - 24;
/** Mean length, in bytes, below which decoding many lines at once pays off. */
const shortLine = 512;

/**
 * Bytes in, complete lines out. Splits on LF bytes, which in UTF-8 are never part of another
 * character, so chunks may end anywhere. The unfinished last line is held until it is completed;
 * its pieces are joined once, so a line of many MB costs one copy. Remains of a crash cost no
 * memory: of the NUL bytes at the start of a line, the last counts as its beginning, and a line too
 * long to be text is not held.
 */
export class LineSplitter {
  #line: number;
  /** Start of the incomplete line. */
  #offset: number;
  /** NUL bytes omitted there. */
  #nuls = 0;
  /** The rest of it. */
  readonly #pieces: LinePieces;
  /** Judged by the last chunk. */
  #linesAreShort = false;

  /**
   * @param start position in the file of the first byte to be pushed.
   * @param maxLine bytes of the longest line that is held.
   */
  constructor(
    start: { readonly line: number; readonly offset: number } = { line: 1, offset: 0 },
    private readonly maxLine = maxLineBytes,
  ) {
    this.#line = start.line;
    this.#offset = start.offset;
    this.#pieces = new LinePieces(maxLine);
  }

  /** Position of the first byte that belongs to no complete line yet. */
  get position(): { readonly line: number; readonly offset: number } {
    return { line: this.#line, offset: this.#offset };
  }

  /** Keeps the chunk only if it ends in an unfinished line; it must not change afterwards. */
  push(chunk: Uint8Array): RawLine[] {
    this.#pieces.settle();
    const lines: RawLine[] = [];
    this.#split(chunk, 0, (line) => lines.push(line));
    return lines;
  }

  /**
   * Visits the lines one by one, which is faster: no line outlives its visit, and many short ones
   * are decoded at once. The chunk's memory may be reused afterwards.
   */
  each(chunk: Uint8Array, visit: (line: RawLine) => void): void {
    const before = this.#line;
    if (this.#linesAreShort) {
      this.#splitText(chunk, visit);
    } else {
      this.#split(chunk, 0, visit);
    }
    this.#pieces.carry();
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
      if (this.#nuls > 0 || this.#pieces.length > 0) {
        this.#keepNul();
        this.#pieces.add(last);
        visit(this.#complete(this.#pieces.joined()));
      } else {
        visit(this.#complete(last));
      }
      from = end + 1;
    }
    const rest = this.#withoutNuls(chunk.subarray(from));
    if (rest.length > 0) {
      this.#keepNul();
      this.#pieces.add(rest);
    }
  }

  /** A piece of a line without the NUL bytes that the line starts with. */
  #withoutNuls(piece: Uint8Array): Uint8Array {
    if (piece[0] !== 0 || this.#pieces.length > 0) {
      return piece;
    }
    const nuls = nulsIn(piece);
    this.#nuls += nuls;
    return piece.subarray(nuls);
  }

  /** The last of those is a part of the line and represents them all. */
  #keepNul(): void {
    if (this.#nuls > 0 && this.#pieces.length === 0) {
      this.#nuls -= 1;
      this.#pieces.add(oneNul);
    }
  }

  /** Bytes and text have the same line feeds, as escapes contain none. */
  #splitText(chunk: Uint8Array, visit: (line: RawLine) => void): void {
    const isBegun = this.#pieces.length > 0 || this.#nuls > 0;
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

  /** The unfinished last line, if any. It stays unfinished: a later push continues it. */
  tail(): RawLine | undefined {
    const { length } = this.#pieces;
    if (length === 0) {
      return undefined;
    }
    return {
      bytes: this.#pieces.joined(),
      source: { line: this.#line, offset: this.#offset + this.#nuls, length },
      windowsEnd: false,
    };
  }

  /** Frees the buffer in which `each` joins long lines; call it when nothing follows for now. */
  release(): void {
    this.#pieces.release();
  }

  /** @param bytes all of a line, or what is held of one that came in pieces. */
  #complete(bytes: Uint8Array): RawLine {
    const length = this.#pieces.length === 0 ? bytes.length : this.#pieces.length;
    const isTooLong = length > this.maxLine;
    const windowsEnd = !isTooLong && bytes.at(-1) === carriageReturn;
    const source = {
      line: this.#line,
      offset: this.#offset + this.#nuls,
      length: windowsEnd ? length - 1 : length,
    };
    this.#line += 1;
    this.#offset += this.#nuls + length + 1;
    this.#nuls = 0;
    this.#pieces.clear();
    const content = windowsEnd ? bytes.subarray(0, -1) : bytes;
    return { bytes: isTooLong ? content.subarray(0, 0) : content, source, windowsEnd };
  }
}

/** A line whose bytes are rarely needed: a view of them would cost more than the rest. */
class TextLine implements RawLine {
  constructor(
    private readonly chunk: Uint8Array,
    private readonly start: number,
    readonly source: Source,
    readonly windowsEnd: boolean,
    readonly text: string,
  ) {}

  get bytes(): Uint8Array {
    return this.chunk.subarray(this.start, this.start + this.source.length);
  }
}
