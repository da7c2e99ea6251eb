import { success, type OpenFile, type Result } from '../../disk/fileSystem.ts';

/** First look at each end: it holds the first message of nearly every session, or the last. */
export const lookBytes = 4 * 1024;
/** How far either end is looked into in search of a user message and of names. */
export const headBytes = 16 * 1024;
export const tailBytes = 16 * 1024;

const done = success(undefined);

/** The end of a log in memory, from some place on. */
export interface TailWindow {
  readonly bytes: Buffer;
  /** What is read of the tail begins and ends here. */
  readonly tailStart: number;
  readonly tailEnd: number;
  /** Where `tailStart` can go back to; the log's own beginning, if the window is all of it. */
  readonly tailLimit: number;
  readonly isSmall: boolean;
  /** Added to a place in the window, it is the place in the log. */
  readonly tailShift: number;
  /** Reads back to the limit. */
  readTail(): Result<undefined>;
}

/** All that is there of a log's end. */
export function tailIn(bytes: Buffer, offset: number): TailWindow {
  return {
    bytes,
    tailStart: 0,
    tailEnd: bytes.length,
    tailLimit: 0,
    isSmall: offset === 0,
    tailShift: offset,
    readTail: () => done,
  };
}

/** How the ends of a log lie in a buffer. */
export interface EndsState {
  /** What is read of the head ends here. */
  readonly headEnd: number;
  readonly tailStart: number;
  readonly tailEnd: number;
  readonly tailShift: number;
}

/**
 * The two ends of one log after another, read only as far as somebody asks. A log that has room is
 * here in one piece, with nothing between its ends until one of them is read on; of a longer one the
 * tail stands behind the head. Decoding copies what it keeps, so the same memory serves all logs.
 */
export class EndsBuffer implements TailWindow, EndsState {
  /** Bytes of memory that it takes. */
  static readonly room = headBytes + tailBytes;

  readonly bytes: Buffer;
  #file: OpenFile | undefined;
  headEnd = 0;
  tailStart = 0;
  tailEnd = 0;
  tailShift = 0;

  constructor(bytes: Buffer = Buffer.allocUnsafeSlow(EndsBuffer.room)) {
    this.bytes = bytes;
  }

  /** Whether the whole log is looked into from either end. */
  get isSmall(): boolean {
    return this.tailShift === 0;
  }

  /** Where the head can be read on to. */
  get headLimit(): number {
    return this.isSmall ? this.tailEnd : headBytes;
  }

  get tailLimit(): number {
    return this.isSmall ? 0 : headBytes;
  }

  /** Whether it was opened with this file last. */
  holds(file: OpenFile): boolean {
    return this.#file === file;
  }

  /** Takes a first look at both ends: so many bytes of each, no more than their limits. */
  open(file: OpenFile, headLook: number, tailLook: number): Result<unknown> {
    const { size } = file.stat;
    this.#file = file;
    this.tailShift = Math.max(0, size - EndsBuffer.room);
    this.tailEnd = size - this.tailShift;
    this.tailStart = this.tailEnd - tailLook;
    if (size <= headLook + tailLook) {
      const read = file.read(0, this.bytes, 0, size);
      if (read.ok) {
        this.headEnd = read.value;
        this.tailStart = 0;
        this.tailEnd = read.value;
      }
      return read;
    }
    const head = file.read(0, this.bytes, 0, headLook);
    if (!head.ok) {
      return head;
    }
    this.headEnd = head.value;
    const { tailStart } = this;
    const tail = file.read(tailStart + this.tailShift, this.bytes, tailStart, this.tailEnd);
    if (tail.ok) {
      this.tailEnd = tailStart + tail.value;
    }
    return tail;
  }

  /** Goes on with what another buffer over the same memory has read of a log. */
  resume(file: OpenFile, { headEnd, tailStart, tailEnd, tailShift }: EndsState): void {
    this.#file = file;
    this.headEnd = headEnd;
    this.tailStart = tailStart;
    this.tailEnd = tailEnd;
    this.tailShift = tailShift;
  }

  /** Reads the head on to its limit. */
  readHead(): Result<undefined> {
    if (this.isSmall) {
      return this.#join();
    }
    const read = this.#read(this.headEnd, headBytes, 0);
    if (!read.ok) {
      return read;
    }
    this.headEnd += read.value;
    return done;
  }

  /** Reads the tail back to its limit. */
  readTail(): Result<undefined> {
    if (this.isSmall) {
      return this.#join();
    }
    const read = this.#read(headBytes, this.tailStart, this.tailShift);
    if (!read.ok) {
      return read;
    }
    this.tailStart = headBytes;
    return done;
  }

  /** Closes the gap between the ends. A log that became shorter meanwhile has no tail. */
  #join(): Result<undefined> {
    const read = this.#read(this.headEnd, this.tailStart, 0);
    if (!read.ok) {
      return read;
    }
    this.headEnd += read.value;
    if (this.headEnd < this.tailStart) {
      this.tailEnd = this.headEnd;
    } else {
      this.headEnd = this.tailEnd;
    }
    this.tailStart = 0;
    return done;
  }

  #read(start: number, end: number, shift: number): Result<number> {
    return start < end && this.#file !== undefined
      ? this.#file.read(start + shift, this.bytes, start, end)
      : success(0);
  }
}
