import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogWriter } from '#agents/contract/logWriter.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { decodeRaw } from '#core/jsonl/rawRecord.ts';
import type { RowSpan } from '../session/rowPlace.ts';
import { readRange, type OpenFile, type FileSystem, valueOf } from '../disk/fileSystem.ts';
import { isWhole } from '../sources/log/wholeLine.ts';

const sliceBytes = 1024 * 1024;

/** The range of a log's lines that a fork copies. */
interface ForkRange {
  /** The last row; undefined for everything. */
  readonly until: RowSpan | undefined;
  /** The first line. Later compactions are omitted, because they would restore what precedes it. */
  readonly from: number | undefined;
}

/** Copies lines into a fork in the same format, with new sequence numbers. */
export class ForkLines {
  /** Unreadable lines; counted while the others are copied. */
  unreadable = 0;
  /** The next sequence number. */
  next = 0;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly path: string,
    private readonly format: { readonly adapter: AgentAdapter; readonly writer: LogWriter },
    private readonly range: ForkRange,
  ) {}

  /** @throws UserError if the log cannot be read. */
  *from(seq: number): Generator<string> {
    this.next = seq;
    this.unreadable = 0;
    const file = valueOf(this.fileSystem.open(this.path));
    try {
      for (const line of wholeLines(file)) {
        if (line.source.line > (this.range.until?.endLine ?? Infinity)) {
          break;
        }
        if (!this.#isOmitted(line)) {
          yield* this.#copies(line);
        }
      }
    } finally {
      file.close();
    }
  }

  #isOmitted(line: RawLine): boolean {
    const { from } = this.range;
    return (
      from !== undefined &&
      (line.source.line < from ||
        decodeRaw(line, this.format.adapter.decode).events.some(
          ({ kind }) => kind === 'compaction',
        ))
    );
  }

  *#copies(line: RawLine): Generator<string> {
    const { until: end } = this.range;
    const until = line.source.line === end?.endLine ? end : undefined;
    const copies = this.format.writer.copyLine(line, this.next, until?.endEvent);
    this.next += copies.length;
    this.unreadable += copies.length === 0 && isDamaged(line) ? 1 : 0;
    yield* copies;
  }
}

/** Session starts are omitted too, which loses nothing. */
function isDamaged({ bytes, source }: RawLine): boolean {
  const { records, problems } = readRecords(bytes, source);
  return records.length === 0 && problems.length > 0;
}

/** Complete lines of the log as it was when opened. */
function* wholeLines(file: OpenFile): Generator<RawLine> {
  const splitter = new LineSplitter();
  for (let at = 0; at < file.stat.size; at += sliceBytes) {
    yield* splitter.push(readRange(file, at, Math.min(at + sliceBytes, file.stat.size)));
  }
  const tail = splitter.tail();
  if (tail !== undefined && isWhole(tail)) {
    yield tail;
  }
}
