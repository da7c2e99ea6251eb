import type { Source } from '../source.ts';
import { asciiJson } from './asciiJson.ts';

/** One line's bytes and place; what it means is decided elsewhere. */
export interface RawLine {
  /** Without its line end. */
  readonly bytes: Uint8Array;
  readonly source: Source;
  /** Ended with CR LF. */
  readonly windowsEnd: boolean;
  /** What `asciiJson` makes of the bytes, where it is at hand. */
  readonly text?: string;
}

export const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Mean length, in bytes, below which it pays to decode many lines at once. */
const shortLine = 512;

/**
 * Bytes in, complete lines out. Splits on LF bytes, which in UTF-8 are never part of another
 * character, so that chunks may end anywhere. The unfinished last line is kept until it is
 * completed; its pieces are joined once, so a line of many MB costs one copy.
 */
export class LineSplitter {
  #line: number;
  #offset: number;
  #pieces: Uint8Array[] = [];
  #pending = 0;
  /** As far as the last chunk told. */
  #linesAreShort = false;
  /** Where `each` puts unfinished lines together, one after the other. */
  #room = new Uint8Array(0);

  /** @param start where the first byte that will be pushed stands in the file. */
  constructor(start: { readonly line: number; readonly offset: number } = { line: 1, offset: 0 }) {
    this.#line = start.line;
    this.#offset = start.offset;
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
      visit(this.#complete(this.#joined(chunk.subarray(from, end))));
      from = end + 1;
    }
    if (from < chunk.length) {
      this.#pieces.push(chunk.subarray(from));
      this.#pending += chunk.length - from;
    }
  }

  /** Bytes and text have the same line feeds, as escapes hold none. */
  #splitText(chunk: Uint8Array, visit: (line: RawLine) => void): void {
    const from = this.#pending === 0 ? 0 : chunk.indexOf(lineFeed) + 1;
    const end = chunk.lastIndexOf(lineFeed) + 1;
    const text = from < end ? asciiJson(chunk.subarray(from, end)) : undefined;
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
    if (this.#pending === 0) {
      return undefined;
    }
    const bytes = this.#joined(new Uint8Array(0));
    this.#pieces = [bytes];
    this.#pending = bytes.length;
    return {
      bytes,
      source: { line: this.#line, offset: this.#offset, length: bytes.length },
      windowsEnd: false,
    };
  }

  /** Gives back the memory that `each` puts long lines together in; wanted when nothing comes for now. */
  release(): void {
    this.#room = new Uint8Array(0);
  }

  #joined(last: Uint8Array): Uint8Array {
    if (this.#pending === 0) {
      return last;
    }
    const length = this.#pending + last.length;
    const bytes = this.#isCarried ? this.#roomFor(length) : new Uint8Array(length);
    this.#fill(bytes);
    bytes.set(last, this.#pending);
    this.#pieces = [];
    this.#pending = 0;
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
      this.#room = new Uint8Array(Math.max(length, 2 * this.#room.length));
    }
    return this.#room.subarray(0, length);
  }

  #complete(bytes: Uint8Array): RawLine {
    const windowsEnd = bytes.at(-1) === carriageReturn;
    const content = windowsEnd ? bytes.subarray(0, -1) : bytes;
    const source = { line: this.#line, offset: this.#offset, length: content.length };
    this.#line += 1;
    this.#offset += bytes.length + 1;
    return { bytes: content, source, windowsEnd };
  }
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
