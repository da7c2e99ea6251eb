import type { Pacer } from '#base/pacer.ts';
import type { Source } from '#core/events/decodedLine.ts';
import { t } from '#base/l10n.ts';
import { lineFeed, type RawLine } from '#core/jsonl/lineSplitter.ts';
import type { RawRecord } from '#core/jsonl/rawRecord.ts';
import {
  type FileStat,
  type OneFile,
  type Result,
  failed,
  isGrownFrom,
  readRange,
  valueOf,
  withFile,
} from '../../disk/fileSystem.ts';
import { logLimit } from '../../disk/sizeLimits.ts';
import { fileMightContain } from '../records/fileMightContain.ts';
import type {
  BackwardReading,
  RecordReading,
  SessionSource,
  SoughtText,
} from '../records/source.ts';
import { LogReading, sliceBytes } from './logReading.ts';
import { isWhole } from './wholeLine.ts';

/** A log: a file with a JSON object on each line, to which its agent appends. */
export class LogSource implements SessionSource {
  constructor(
    private readonly fileSystem: OneFile,
    private readonly path: string,
  ) {}

  stat(): Result<FileStat> {
    return this.fileSystem.stat(this.path);
  }

  read(from?: Source): RecordReading {
    return new LogReading(this.fileSystem, this.path, from);
  }

  readBackward(): BackwardReading {
    return new LinesBackward(this.fileSystem, this.path);
  }

  mightContain(text: SoughtText, pacer: Pacer): Promise<boolean> {
    return fileMightContain(this.fileSystem, this.path, text, true, pacer, logLimit);
  }
}

/** Bytes of the first step; a log of up to twice that is read at once. */
const firstStep = 16 * 1024;
/** A line is held until its beginning is found, and a sparse file may have no other in gigabytes. */
const longestLine = 64 * 1024 * 1024;

/**
 * The lines of a log from the last to the first. Each step reads as much as all before it together, up
 * to a slice, and nothing twice.
 */
class LinesBackward implements BackwardReading {
  #stat: FileStat | undefined;
  /** What lies before it was not read yet. */
  #unread = 0;
  #step = 0;
  /** The end of the line that begins there, in pieces, first to last. */
  #pieces: Buffer[] = [];
  #held = 0;
  /** The line that comes next is the log's last. */
  #isLast = true;

  constructor(
    private readonly fileSystem: OneFile,
    private readonly path: string,
  ) {}

  get isDone(): boolean {
    return this.#stat !== undefined && this.#unread === 0;
  }

  next<T>(visit: (record: RawRecord) => T | undefined): T | undefined {
    const read = withFile(this.fileSystem, this.path, (file) => {
      if (this.#stat === undefined || !isGrownFrom(this.#stat, file.stat)) {
        const { size } = (this.#stat = file.stat);
        this.#unread = size;
        this.#step = size <= 2 * firstStep ? size : firstStep;
        this.#dropPieces();
        this.#isLast = true;
      }
      const from = Math.max(0, this.#unread - this.#step);
      const bytes = readRange(file, from, this.#unread);
      this.#step = Math.min(sliceBytes, this.#stat.size - from);
      this.#unread = from;
      const found = this.#visitAll(bytes, from, visit);
      if (this.#held > longestLine) {
        this.#dropPieces();
        return valueOf(
          failed(
            t(
              '{0} has a line of more than 64 MB. What comes before it was not searched.',
              this.path,
            ),
          ),
        );
      }
      return found;
    });
    return valueOf(read);
  }

  #visitAll<T>(
    bytes: Buffer,
    from: number,
    visit: (record: RawRecord) => T | undefined,
  ): T | undefined {
    for (let end = bytes.length; end >= 0;) {
      const feed = end === 0 ? -1 : bytes.lastIndexOf(lineFeed, end - 1);
      if (feed < 0 && from > 0) {
        this.#pieces.unshift(bytes.subarray(0, end));
        this.#held += end;
        return undefined;
      }
      const last = bytes.subarray(feed + 1, end);
      const line = this.#pieces.length === 0 ? last : Buffer.concat([last, ...this.#pieces]);
      this.#dropPieces();
      const found = this.#visit(line, from + feed + 1, visit);
      if (found !== undefined) {
        return found;
      }
      end = feed;
    }
    return undefined;
  }

  #dropPieces(): void {
    this.#pieces = [];
    this.#held = 0;
  }

  #visit<T>(
    bytes: Buffer,
    offset: number,
    visit: (record: RawRecord) => T | undefined,
  ): T | undefined {
    const line: RawLine = {
      bytes,
      // Counting lines would mean reading all before it.
      source: { line: 1, offset, length: bytes.length },
      windowsEnd: false,
    };
    const isTorn = this.#isLast && !isWhole(line);
    this.#isLast = false;
    return isTorn ? undefined : visit(line);
  }
}
