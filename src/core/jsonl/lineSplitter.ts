import type { Source } from '../source.ts';

/** One line's bytes and place; what it means is decided elsewhere. */
export interface RawLine {
  /** Without its line end. */
  readonly bytes: Uint8Array;
  readonly source: Source;
  /** Ended with CR LF. */
  readonly windowsEnd: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

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
    const lines: RawLine[] = [];
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, from);
      if (end < 0) {
        break;
      }
      lines.push(this.#complete(this.#joined(chunk.subarray(from, end))));
      from = end + 1;
    }
    if (from < chunk.length) {
      this.#pieces.push(chunk.subarray(from));
      this.#pending += chunk.length - from;
    }
    return lines;
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

  #joined(last: Uint8Array): Uint8Array {
    if (this.#pending === 0) {
      return last;
    }
    const bytes = new Uint8Array(this.#pending + last.length);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    bytes.set(last, at);
    this.#pieces = [];
    this.#pending = 0;
    return bytes;
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
