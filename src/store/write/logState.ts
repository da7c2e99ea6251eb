import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogWriter } from '#agents/contract/logWriter.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { decodeRaw } from '#core/replay/logIndex.ts';
import type { FileStat } from '../disk/fileSystem.ts';
import { isWhole } from '../sources/log/wholeLine.ts';
import type { WritableFile } from './writeFiles.ts';

/** Bytes per slice; other work can run between two slices. */
const sliceBytes = 1024 * 1024;
/** This many bytes before the indexed end identify the log that was read. */
const markBytes = 256;

/** State of a log being written: enough to append to it without reading it again. */
export class LogState {
  readonly #adapter: AgentAdapter;
  readonly #writer: LogWriter;
  #identity: string | undefined;
  #end = 0;
  #lines = 0;
  #maxSeq = 0;
  #mark: Uint8Array = new Uint8Array(0);
  #isRead = false;
  #start: { readonly sessionId: string | undefined; readonly cwd: string | undefined } | undefined;
  /** A nonempty line has been read. */
  #hasBegun = false;
  #tail: RawLine | undefined;

  constructor(adapter: AgentAdapter, writer: LogWriter) {
    this.#adapter = adapter;
    this.#writer = writer;
  }

  get identity(): string | undefined {
    return this.#identity;
  }

  /** End of the last complete line, in bytes. */
  get end(): number {
    return this.#end;
  }

  get lines(): number {
    return this.#lines;
  }

  /** Whether the first nonempty line starts a session. */
  get hasStart(): boolean {
    return this.#start !== undefined;
  }

  get sessionId(): string | undefined {
    return this.#start?.sessionId;
  }

  get cwd(): string | undefined {
    return this.#start?.cwd;
  }

  /** Bytes after the last complete line when last read. */
  get tail(): Uint8Array | undefined {
    return this.#tail?.bytes;
  }

  /** Whether the tail is a complete event without its line feed. */
  get hasWholeTail(): boolean {
    return this.#tail !== undefined && isWhole(this.#tail);
  }

  /** Highest sequence number in the log, including the tail. */
  get maxSeq(): number {
    const tail = this.#tail;
    return Math.max(this.#maxSeq, (tail && this.#writer.seqOf(tail.bytes)) ?? 0);
  }

  /** Whether a file still starts with what was read. */
  isOf(file: WritableFile, stat: FileStat): boolean {
    return (
      this.#isRead &&
      stat.identity === this.#identity &&
      stat.size >= this.#end &&
      bytesEqual(readBytes(file, this.#end - this.#mark.length, this.#end), this.#mark)
    );
  }

  /** Resets to an unread log. */
  reset(): void {
    this.#isRead = false;
    this.#identity = undefined;
    this.#end = 0;
    this.#lines = 0;
    this.#maxSeq = 0;
    this.#mark = new Uint8Array(0);
    this.#start = undefined;
    this.#hasBegun = false;
    this.#tail = undefined;
  }

  /**
   * Reads new lines slice by slice; the caller may pause in between.
   * @param onLine receives each new complete line.
   */
  *advance(file: WritableFile, onLine?: (line: RawLine) => void): Generator<undefined, void> {
    const { identity, size } = file.stat();
    this.#identity = identity;
    this.#isRead = true;
    const splitter = new LineSplitter({ line: this.#lines + 1, offset: this.#end });
    let offset = this.#end;
    while (offset < size) {
      const slice = readBytes(file, offset, Math.min(offset + sliceBytes, size));
      if (slice.length === 0) {
        break;
      }
      offset += slice.length;
      for (const line of splitter.push(slice)) {
        this.#add(line);
        onLine?.(line);
      }
      yield;
    }
    this.#tail = splitter.tail();
    if (!this.#hasBegun && this.#tail !== undefined && isWhole(this.#tail)) {
      // A session start without its line feed.
      this.#begin(this.#tail);
    }
    this.#end = splitter.position.offset;
    this.#mark = readBytes(file, Math.max(0, this.#end - markBytes), this.#end);
  }

  #add(line: RawLine): void {
    this.#lines += 1;
    this.#maxSeq = Math.max(this.#maxSeq, this.#writer.seqOf(line.bytes) ?? 0);
    this.#hasBegun ||= this.#begin(line);
  }

  /** @returns false for an empty line. */
  #begin(line: RawLine): boolean {
    const { events, records, problems } = decodeRaw(line, this.#adapter.decode);
    const [first] = events;
    this.#start =
      first?.kind === 'sessionStart' ? { sessionId: first.sessionId, cwd: first.cwd } : undefined;
    return records > 0 || problems.length > 0;
  }
}

/** Reads up to `end`; less if the file ends before. */
export function readBytes(file: WritableFile, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
  return bytes.length === 0 ? bytes : bytes.subarray(0, file.read(start, bytes));
}

export function bytesEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
