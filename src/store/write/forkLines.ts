import type { LogWriter } from '#agents/logWriter.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { UserError } from '#core/userError.ts';
import type { RowSpan } from '../rowPlace.ts';
import { readRange, type OpenFile, type FileSystem } from '../fileSystem.ts';
import { isWhole } from '../wholeLine.ts';

const sliceBytes = 1024 * 1024;

/** A fork of a log in the format that is written: its own lines, with new numbers. */
export class ForkLines {
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #writer: LogWriter;
  readonly #until: RowSpan | undefined;
  /** Lines that nobody can read; counted while the others are given. */
  unreadable = 0;
  /** The number after the last that was given. */
  next = 0;

  /** @param until the last row that the fork has. */
  constructor(fileSystem: FileSystem, path: string, writer: LogWriter, until: RowSpan | undefined) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.#writer = writer;
    this.#until = until;
  }

  /** @throws UserError if the log cannot be read. */
  *from(seq: number): Generator<string> {
    this.next = seq;
    const opened = this.#fileSystem.open(this.#path);
    if (!opened.ok) {
      throw new UserError(opened.failure.message);
    }
    try {
      for (const line of wholeLines(opened.value)) {
        if (line.source.line > (this.#until?.endLine ?? Infinity)) {
          break;
        }
        yield* this.#copies(line);
      }
    } finally {
      opened.value.close();
    }
  }

  *#copies(line: RawLine): Generator<string> {
    const until = line.source.line === this.#until?.endLine ? this.#until : undefined;
    const copies = this.#writer.copyLine(line, this.next, until?.endEvent);
    this.next += copies.length;
    this.unreadable += copies.length === 0 && isDamaged(line) ? 1 : 0;
    yield* copies;
  }
}

/** Starts are left out too, and nothing is lost with them. */
function isDamaged({ bytes, source }: RawLine): boolean {
  const { records, problems } = readRecords(bytes, source);
  return records.length === 0 && problems.length > 0;
}

/** As far as the log went when it was opened. */
function* wholeLines(file: OpenFile): Generator<RawLine> {
  const splitter = new LineSplitter();
  for (let at = 0; at < file.stat.size; at += sliceBytes) {
    const slice = readRange(file, at, Math.min(at + sliceBytes, file.stat.size));
    if (!slice.ok) {
      throw new UserError(slice.failure.message);
    }
    yield* splitter.push(slice.value);
  }
  const tail = splitter.tail();
  if (tail !== undefined && isWhole(tail)) {
    yield tail;
  }
}
