import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogWriter } from '#agents/contract/logWriter.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import type { FileStat } from '../disk/fileSystem.ts';
import { isWhole } from '../sources/log/wholeLine.ts';
import type { WritableFile } from './writeFiles.ts';

/** Bytes per slice; other work can run between two slices. */
const sliceBytes = 1024 * 1024;
/** This many bytes before the indexed end identify the log that was read. */
const markBytes = 256;

class ReadLog {
  identity: string | undefined;
  /** End of the last complete line, in bytes. */
  end = 0;
  lines = 0;
  maxSeq = 0;
  mark: Uint8Array = new Uint8Array(0);
  /** What the first nonempty line says, if it starts a session. */
  start: { readonly sessionId: string | undefined; readonly cwd: string | undefined } | undefined;
  hasBegun = false;
  /** What follows the last complete line. */
  tail: RawLine | undefined;
}

/** State of a log being written: enough to append to it without reading it again. */
export class LogState {
  /** Undefined before it is read. */
  #log: ReadLog | undefined;

  constructor(
    private readonly adapter: AgentAdapter,
    private readonly writer: LogWriter,
  ) {}

  /** As it was when last read. */
  get log(): Readonly<ReadLog> {
    return this.#log ?? new ReadLog();
  }

  /** Highest sequence number in the log, including the tail. */
  get maxSeq(): number {
    const { maxSeq, tail } = this.log;
    return Math.max(maxSeq, (tail && this.writer.seqOf(tail.bytes)) ?? 0);
  }

  /** Whether a file still starts with what was read. */
  isOf(file: WritableFile, stat: FileStat): boolean {
    const log = this.#log;
    return (
      log !== undefined &&
      stat.identity === log.identity &&
      stat.size >= log.end &&
      bytesEqual(readBytes(file, log.end - log.mark.length, log.end), log.mark)
    );
  }

  reset(): void {
    this.#log = undefined;
  }

  /**
   * Reads new lines slice by slice; the caller may pause in between.
   * @param onLine receives each new complete line.
   */
  *advance(file: WritableFile, onLine?: (line: RawLine) => void): Generator<undefined, void> {
    const { identity, size } = file.stat();
    const log = (this.#log ??= new ReadLog());
    log.identity = identity;
    const splitter = new LineSplitter({ line: log.lines + 1, offset: log.end });
    let offset = log.end;
    while (offset < size) {
      const slice = readBytes(file, offset, Math.min(offset + sliceBytes, size));
      if (slice.length === 0) {
        break;
      }
      offset += slice.length;
      for (const line of splitter.push(slice)) {
        this.#add(log, line);
        onLine?.(line);
      }
      yield;
    }
    log.tail = splitter.tail();
    if (!log.hasBegun && log.tail !== undefined && isWhole(log.tail)) {
      // A session start without its line feed.
      this.#begin(log, log.tail);
    }
    log.end = splitter.position.offset;
    log.mark = readBytes(file, Math.max(0, log.end - markBytes), log.end);
  }

  #add(log: ReadLog, line: RawLine): void {
    log.lines += 1;
    log.maxSeq = Math.max(log.maxSeq, this.writer.seqOf(line.bytes) ?? 0);
    log.hasBegun ||= this.#begin(log, line);
  }

  /** @returns false for an empty line. */
  #begin(log: ReadLog, line: RawLine): boolean {
    const { events, records, problems } = decodeRaw(line, this.adapter.decode);
    const [first] = events;
    log.start =
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
