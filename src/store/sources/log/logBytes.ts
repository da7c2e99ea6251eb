import { lineFeed, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { readInto, type OpenFile } from '../../disk/fileSystem.ts';
import { RareText } from './rareText.ts';
import { isWhole } from './wholeLine.ts';

/** First look at each end: it holds the first message of nearly every session, or the last. */
export const lookBytes = 4 * 1024;
/** How much of either end is searched for a user message, a date and names. */
export const endBytes = 16 * 1024;
/** Up to this size, the two ends are the whole log. */
export const smallLog = 2 * endBytes;
/** Either end doubles up to this size in search of a user message or a date. */
export const maxEndBytes = 1024 * 1024;

/**
 * The ends of one log after another lie here, the head from the beginning and the tail up to the end:
 * decoding copies what it keeps, and memory of its own for each of ten thousand logs is a fifth of what
 * listing them takes.
 */
const room = Buffer.allocUnsafeSlow(smallLog);

/** The two ends of a log, read on demand and never twice. One log at a time. Failures are thrown: see `valueOf`. */
export class LogBytes {
  readonly size: number;
  #head: Buffer = room.subarray(0, 0);
  #tail: Buffer = room.subarray(0, 0);

  constructor(private readonly file: OpenFile) {
    this.size = file.stat.size;
  }

  /** How far the head is looked into first. */
  get endLimit(): number {
    return this.size <= smallLog ? this.size : endBytes;
  }

  /** The bytes up to a place, as far as the log has them. */
  head(to: number): Buffer {
    const end = Math.min(to, this.size);
    const { length } = this.#head;
    if (length < end) {
      // A short log is read in one go.
      const wanted = length === 0 && this.size <= 2 * lookBytes ? this.size : end;
      const isInRoom = wanted <= endBytes || this.#tail.length === 0;
      if (isInRoom && wanted <= room.length) {
        const read = this.#read(length, room.subarray(length, wanted));
        this.#head = room.subarray(0, length + read.length);
      } else {
        const more = this.#read(length, Buffer.allocUnsafeSlow(wanted - length));
        this.#head = Buffer.concat([this.#head, more]);
      }
    }
    return this.#head.length === end ? this.#head : this.#head.subarray(0, end);
  }

  /** The bytes from a place on. */
  tail(from: number): Buffer {
    const start = Math.max(0, from);
    if (this.#head.length >= this.size) {
      return this.#head.subarray(start);
    }
    const { length } = this.#tail;
    const wanted = this.size - start;
    if (length < wanted) {
      const missing = wanted - length;
      const at = room.length - wanted;
      if (at >= Math.max(endBytes, this.#head.length)) {
        const read = this.#read(start, room.subarray(at, at + missing));
        // A log that became shorter meanwhile has no tail.
        this.#tail = read.length === missing ? room.subarray(at) : read;
      } else {
        const more = this.#read(start, Buffer.allocUnsafeSlow(missing));
        this.#tail = Buffer.concat([more, this.#tail]);
      }
    }
    return this.#tail.subarray(Math.max(0, this.#tail.length - wanted));
  }

  /** Whether one of these texts is in what was read so far. */
  hasSeen(texts: readonly string[]): boolean {
    return texts.some((text) => this.#head.includes(text) || this.#tail.includes(text));
  }

  /** Whole lines from a place on, read as they are asked for. */
  *firstLines(to: number, from = 0): Generator<RawLine> {
    const end = Math.min(to, this.size);
    let start = from;
    for (let have = Math.min(end, Math.max(this.#head.length, lookBytes)); ;) {
      const bytes = this.head(have);
      const feed = bytes.indexOf(lineFeed, start);
      if (feed >= 0) {
        yield lineOf(bytes, start, feed, 0);
        start = feed + 1;
      } else if (have < end) {
        have = end;
      } else {
        const last = lineOf(bytes, start, bytes.length, 0);
        if (end >= this.size && start < bytes.length && isWhole(last)) {
          yield last;
        }
        return;
      }
    }
  }

  #read(start: number, into: Buffer): Buffer {
    return readInto(this.file, start, into);
  }
}

const carriageReturn = 0x0d;

/** @param shift of `bytes` in the log. */
export function lineOf(bytes: Buffer, start: number, end: number, shift: number): RawLine {
  const windowsEnd = end > start && bytes[end - 1] === carriageReturn;
  const line = bytes.subarray(start, windowsEnd ? end - 1 : end);
  return {
    bytes: line,
    source: { line: 1, offset: start + shift, length: line.length },
    windowsEnd,
  };
}

/** Lines that hold a text, from a place on; the last may lack its end. @param shift see `lineOf`. */
export function linesWith(text: string, bytes: Buffer, from: number, shift: number): RawLine[] {
  const search = searchFor(text);
  const lines: RawLine[] = [];
  for (let at = from; ;) {
    const found = search.find(bytes, at, bytes.length);
    if (found < 0) {
      return lines;
    }
    const feed = bytes.indexOf(lineFeed, found);
    const end = feed < 0 ? bytes.length : feed;
    lines.push(lineOf(bytes, Math.max(at, bytes.lastIndexOf(lineFeed, found) + 1), end, shift));
    at = end + 1;
  }
}

const searches = new Map<string, RareText>();

/** Each adapter has its marks, and there are thousands of lines to search. */
function searchFor(mark: string): RareText {
  const search = searches.get(mark) ?? new RareText(mark);
  searches.set(mark, search);
  return search;
}
