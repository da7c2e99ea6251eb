import { lineFeed } from '#core/jsonl/lineSplitter.ts';
import { isWholeLine } from './endLines.ts';
import { headBytes, tailBytes } from './endsBuffer.ts';
import { readRange, success, type OpenFile, type Result } from '../../disk/fileSystem.ts';
import { sliceBytes } from '../../session/indexedLog.ts';

/** What is asked of one line after the other; undefined to go on. */
export type VisitLine<T> = (
  bytes: Buffer,
  start: number,
  end: number,
  offset: number,
) => T | undefined;

/**
 * The lines of a log from the last to the first. Each step reads as much as all before it together, up
 * to a slice, and nothing twice. A last line that is still being written is left out.
 */
export class LinesBackward {
  /** What lies before it was not read yet. */
  #unread: number;
  #step: number;
  /** The end of the line that begins there, in pieces, first to last. */
  #pieces: Buffer[] = [];
  /** The line that comes next is the log's last. */
  #isLast = true;

  /** @param size of the log, in bytes. */
  constructor(size: number) {
    this.#unread = size;
    this.#step = size <= headBytes + tailBytes ? size : tailBytes;
  }

  get isDone(): boolean {
    return this.#unread === 0;
  }

  /**
   * Reads one step further back.
   *
   * @param visit asked of each line that begins there, last to first, until it answers. `offset` is the
   *   place of `bytes` in the log.
   */
  read<T>(file: OpenFile, visit: VisitLine<T>): Result<T | undefined> {
    const from = Math.max(0, this.#unread - this.#step);
    const read = readRange(file, from, this.#unread);
    if (!read.ok) {
      return read;
    }
    const bytes = read.value;
    this.#step = Math.min(sliceBytes, file.stat.size - from);
    this.#unread = from;
    for (let end = bytes.length; end >= 0;) {
      const feed = end === 0 ? -1 : bytes.lastIndexOf(lineFeed, end - 1);
      if (feed < 0 && from > 0) {
        this.#pieces.unshift(bytes.subarray(0, end));
        return success(undefined);
      }
      const found = this.#visit(bytes, feed + 1, end, from, visit);
      if (found !== undefined) {
        return success(found);
      }
      end = feed;
    }
    return success(undefined);
  }

  #visit<T>(
    bytes: Buffer,
    start: number,
    end: number,
    from: number,
    visit: VisitLine<T>,
  ): T | undefined {
    const isLast = this.#isLast;
    this.#isLast = false;
    if (this.#pieces.length === 0) {
      return isLast && !isWholeLine(bytes, start, end) ? undefined : visit(bytes, start, end, from);
    }
    const line = Buffer.concat([bytes.subarray(start, end), ...this.#pieces]);
    this.#pieces = [];
    return isLast && !isWholeLine(line, 0, line.length)
      ? undefined
      : visit(line, 0, line.length, from + start);
  }
}
