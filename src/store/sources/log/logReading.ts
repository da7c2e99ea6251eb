import { LineSplitter, maxLineBytes, type RawLine } from '#core/jsonl/lineSplitter.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import type { Source } from '#core/events/decodedLine.ts';
import {
  readInto,
  readRange,
  valueOf,
  withFile,
  type FileStat,
  type OneFile,
  type OpenFile,
} from '../../disk/fileSystem.ts';
import { logLimit, requireWithin } from '../../disk/sizeLimits.ts';
import { SessionReplaced, type ReadingProgress, type RecordReading } from '../records/source.ts';
import { isWhole } from './wholeLine.ts';

/** Read at once, some 5 ms of work; then others get their turn. */
export const sliceBytes = 1024 * 1024;
/**
 * Of a slice, so much at a time, until it was the work of so many lines: others get their turn earlier
 * where lines are tiny, or cannot be read, which takes ten times as long.
 */
const leastPieceBytes = 16 * 1024;
const maxPieceBytes = 256 * 1024;
const sliceLines = 40_000;
/** Of the log's beginning, compared to notice that another log took its place under one inode. */
export const headPrintBytes = 256;
/** Of the end that was read already, likewise. */
export const endPrintBytes = 64;

/**
 * Goes through a log slice by slice, and on when it has grown. The file is opened for each slice and
 * never held: agents rename a new log over the old one.
 */
export class LogReading implements RecordReading {
  readonly #splitter: LineSplitter;
  #stat: FileStat | undefined;
  #headPrint: Buffer = Buffer.alloc(0);
  #endPrint: Buffer = Buffer.alloc(0);
  /** Bytes that are taken next without a look at how much work they were. */
  #piece = leastPieceBytes;
  /** Where the bytes end that went into the splitter. */
  #read: number;
  /** For one slice after the other; none is kept once all is read. */
  #room: Buffer | undefined;

  constructor(
    private readonly fileSystem: OneFile,
    private readonly path: string,
    from: Source | undefined,
  ) {
    this.#splitter = new LineSplitter(from);
    this.#read = from?.offset ?? 0;
  }

  get stat(): FileStat | undefined {
    return this.#stat;
  }

  next(take: (record: RawRecord) => number, verify: boolean): ReadingProgress {
    const progress = withFile(this.fileSystem, this.path, (file): ReadingProgress => {
      if (!this.#isOf(file.stat)) {
        return 'replaced';
      }
      requireWithin(logLimit, file.stat.size, this.path);
      const begin = verify ? this.#read - this.#endPrint.length : this.#read;
      const end = Math.min(this.#read + sliceBytes, file.stat.size);
      const chunk = readInto(file, begin, this.#roomFor(end - begin));
      if (verify && !this.#isSame(file, chunk.subarray(0, this.#read - begin))) {
        return 'replaced';
      }
      const bytes = chunk.subarray(this.#read - begin);
      this.#stat = file.stat;
      this.#take(bytes, take);
      // Nothing came although the stat promises more: the file was cut in this very moment.
      if (this.#read < file.stat.size && bytes.length > 0) {
        return 'more';
      }
      this.#room = undefined;
      this.#splitter.release();
      return 'complete';
    });
    return valueOf(progress);
  }

  tail(): RawLine | undefined {
    const tail = this.#splitter.tail();
    return tail !== undefined && (tail.source.length > maxLineBytes || isWhole(tail))
      ? tail
      : undefined;
  }

  again<T>(work: (recordAt: (source: Source) => RawRecord) => T): T {
    let file: OpenFile | undefined;
    try {
      return work((source) => {
        file ??= this.#open();
        // Nothing of a longer line was read the first time either.
        const wanted = source.length > maxLineBytes ? 0 : source.length;
        const bytes = readRange(file, source.offset, source.offset + wanted);
        if (bytes.length < wanted) {
          throw new SessionReplaced();
        }
        return { bytes, source, windowsEnd: false };
      });
    } finally {
      file?.close();
    }
  }

  bytesAt(offset: number, room: Buffer): Buffer {
    const file = this.#open();
    try {
      const bytes = readInto(file, offset, room);
      if (bytes.length === 0) {
        throw new SessionReplaced();
      }
      return bytes;
    } finally {
      file.close();
    }
  }

  #open(): OpenFile {
    const file = valueOf(this.fileSystem.open(this.path));
    if (!this.#isOf(file.stat)) {
      file.close();
      throw new SessionReplaced();
    }
    return file;
  }

  /** Whether an open file is the one that was read, as far as a stat can tell. */
  #isOf(stat: FileStat): boolean {
    const isSame = this.#stat === undefined || stat.identity === this.#stat.identity;
    return isSame && stat.size >= this.#read;
  }

  /** Memory that the system has to hand out and clear first is a third of what reading costs. */
  #roomFor(length: number): Buffer {
    if (this.#room === undefined || this.#room.length < length) {
      this.#room = Buffer.allocUnsafeSlow(length);
    }
    return this.#room.subarray(0, length);
  }

  #take(bytes: Buffer, take: (record: RawRecord) => number): void {
    let work = 0;
    let at = 0;
    while (at < bytes.length && work < sliceLines) {
      const before = work;
      const piece = bytes.subarray(at, at + this.#piece);
      this.#splitter.each(piece, (line) => {
        work += take(line);
      });
      at += piece.length;
      // Many short lines are decoded at once, the faster the more of them.
      const isLight = (work - before) * 4 < sliceLines;
      this.#piece = isLight ? Math.min(2 * this.#piece, maxPieceBytes) : leastPieceBytes;
    }
    if (this.#read < headPrintBytes) {
      const missing = bytes.subarray(0, Math.min(headPrintBytes - this.#read, at));
      this.#headPrint = Buffer.concat([this.#headPrint, missing]);
    }
    const last = bytes.subarray(Math.max(0, at - endPrintBytes), at);
    this.#endPrint = Buffer.from(Buffer.concat([this.#endPrint, last]).subarray(-endPrintBytes));
    this.#read += at;
  }

  #isSame(file: OpenFile, end: Buffer): boolean {
    const head = readRange(file, 0, this.#headPrint.length);
    return head.equals(this.#headPrint) && end.equals(this.#endPrint);
  }
}
