import type { DecodeRecord } from '#core/decodedLine.ts';
import { LineSplitter, maxLineBytes } from '#core/jsonl/lineSplitter.ts';
import { LogIndex, type IndexMark } from '#core/replay/logIndex.ts';
import {
  readInto,
  readRange,
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type OpenFile,
  type Result,
} from '../disk/fileSystem.ts';
import { RowFilters } from './rowFilters.ts';
import { isWhole } from '../sources/log/wholeLine.ts';

/** Read and indexed at once, some 5 ms of work; then others get their turn. */
export const sliceBytes = 1024 * 1024;
/** Of a conversation, so much at a time. */
export const pieceBytes = 64 * 1024;
/**
 * Of a slice, so much at a time, until it was the work of so many lines: others get their turn earlier
 * where lines are tiny, or cannot be read, which takes ten times as long.
 */
const leastPieceBytes = 16 * 1024;
const maxPieceBytes = 256 * 1024;
const sliceLines = 40_000;
const linesOfProblem = 10;
/** Of the log's beginning, compared to notice that another log took its place under one inode. */
export const headPrintBytes = 256;
/** Of the end that is indexed already, likewise. */
export const endPrintBytes = 64;

export type Progress = 'more' | 'complete' | 'replaced';

/**
 * The index of one log as it is on disk, brought further slice by slice. It lives as long as the log
 * only grows; when the log is replaced, a new one takes its place. The file is opened for each slice
 * and never held: agents rename a new log over the old one.
 */
export class IndexedLog {
  readonly index: LogIndex;
  readonly filters: RowFilters;
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #splitter = new LineSplitter();
  #stat: FileStat | undefined;
  #headPrint: Uint8Array = new Uint8Array(0);
  #endPrint: Uint8Array = new Uint8Array(0);
  /** Bytes that are indexed next without a look at how much work they were. */
  #piece = leastPieceBytes;
  /** Bytes that went into the splitter. */
  #read = 0;
  #complete = false;
  /** For one slice after the other; none is kept once all is read. */
  #room: Buffer | undefined;
  /**
   * The last line while it has no line end, or the note that there is none at all: shown, and taken
   * back when more arrives.
   */
  #provisional: { readonly mark: IndexMark; readonly line: number } | undefined;

  constructor(fileSystem: FileSystem, path: string, decode: DecodeRecord) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.index = new LogIndex(decode);
    this.filters = new RowFilters(this.index.visible);
  }

  /** The file as it was when it was last read; undefined before. */
  get stat(): FileStat | undefined {
    return this.#stat;
  }

  /** Everything that was in the file when it was last read is indexed. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Whether an open file is the one that the index is of, as far as a stat can tell. */
  isOf(stat: FileStat): boolean {
    return (
      this.#stat === undefined || (stat.identity === this.#stat.identity && stat.size >= this.#read)
    );
  }

  /**
   * Indexes the next slice.
   *
   * @param verify compare the bytes on disk with what was indexed; wanted once for each new look.
   * @param onRetract a provisional line is taken back.
   */
  advance(verify: boolean, onRetract: (line: number) => void): Result<Progress> {
    return withFile(this.#fileSystem, this.#path, (file) => {
      if (!this.isOf(file.stat)) {
        return success('replaced');
      }
      const begin = verify ? Math.max(0, this.#read - this.#endPrint.length) : this.#read;
      const end = Math.min(this.#read + sliceBytes, file.stat.size);
      const chunk = readInto(file, begin, this.#roomFor(end - begin));
      if (!chunk.ok) {
        return chunk;
      }
      if (verify) {
        const same = this.#isSame(file, chunk.value.subarray(0, this.#read - begin));
        if (!same.ok) {
          return same;
        }
        if (!same.value) {
          return success('replaced');
        }
      }
      this.#take(chunk.value.subarray(this.#read - begin), file.stat, onRetract);
      if (this.#complete) {
        this.#room = undefined;
        this.#splitter.release();
      }
      return success(this.#complete ? 'complete' : 'more');
    });
  }

  /** Memory that the system has to hand out and clear first is a third of what reading costs. */
  #roomFor(length: number): Buffer {
    if (this.#room === undefined || this.#room.length < length) {
      this.#room = Buffer.allocUnsafeSlow(length);
    }
    return this.#room.subarray(0, length);
  }

  #take(bytes: Uint8Array, stat: FileStat, onRetract: (line: number) => void): void {
    this.#stat = stat;
    if (bytes.length > 0) {
      this.#retract(onRetract);
      const end = this.#index(bytes);
      if (this.#read < headPrintBytes) {
        const missing = bytes.slice(0, Math.min(headPrintBytes - this.#read, end));
        this.#headPrint = joined(this.#headPrint, missing);
      }
      const last = bytes.slice(Math.max(0, end - endPrintBytes), end);
      this.#endPrint = joined(this.#endPrint, last).slice(-endPrintBytes);
      this.#read += end;
    }
    // Nothing came although the stat promises more: the file was cut in this very moment.
    this.#complete = this.#read >= stat.size || bytes.length === 0;
    if (this.#complete && this.#provisional === undefined) {
      this.#addProvisional();
    }
  }

  /** @returns how many bytes it came to: all, or as many as are work enough. */
  #index(bytes: Uint8Array): number {
    let work = 0;
    let at = 0;
    while (at < bytes.length && work < sliceLines) {
      const before = work;
      const piece = bytes.subarray(at, at + this.#piece);
      this.#splitter.each(piece, (line) => {
        work += 1 + linesOfProblem * this.index.push(line).problems.length;
      });
      at += piece.length;
      // Many short lines are decoded at once, the faster the more of them.
      const isLight = (work - before) * 4 < sliceLines;
      this.#piece = isLight ? Math.min(2 * this.#piece, maxPieceBytes) : leastPieceBytes;
    }
    return at;
  }

  #addProvisional(): void {
    const tail = this.#splitter.tail();
    if (this.#read === 0) {
      this.#provisional = { mark: this.index.mark(), line: 1 };
      this.index.noteEmpty();
    } else if (tail !== undefined && (tail.source.length > maxLineBytes || isWhole(tail))) {
      this.#provisional = { mark: this.index.mark(), line: tail.source.line };
      this.index.push(tail);
    }
  }

  #retract(onRetract: (line: number) => void): void {
    if (this.#provisional !== undefined) {
      const { mark, line } = this.#provisional;
      this.filters.beforeTruncate(mark.transcript.rows);
      this.index.rewind(mark);
      this.#provisional = undefined;
      onRetract(line);
    }
  }

  #isSame(file: OpenFile, end: Uint8Array): Result<boolean> {
    const head = readRange(file, 0, this.#headPrint.length);
    return head.ok
      ? success(isEqual(head.value, this.#headPrint) && isEqual(end, this.#endPrint))
      : head;
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
