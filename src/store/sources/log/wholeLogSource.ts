import { createHash } from 'node:crypto';
import type { LogLayout } from '#agents/contract/sources.ts';
import { t } from '#base/l10n.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { readRecords, type JsonRecord } from '#core/jsonl/readRecords.ts';
import type { RawRecord } from '#core/rawRecord.ts';
import type { Source } from '#core/source.ts';
import {
  failed,
  readRange,
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { SnapshotBackward, SnapshotReading, type Snapshot } from '../records/snapshotReading.ts';
import type { SessionSource } from '../records/source.ts';
import { isWhole } from './wholeLine.ts';
import { unpacked } from './zstd.ts';

/** A session of this kind is held whole while it is read. */
export const maxLogBytes = 256 * 1024 * 1024;

/**
 * A log that is taken as a whole: later lines change earlier ones, or it is compressed. Each line is given
 * as what it comes to; one that cannot be read is given as it is.
 */
export class WholeLogSource implements SessionSource {
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #layout: LogLayout;

  constructor(fileSystem: FileSystem, path: string, layout: LogLayout) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.#layout = layout;
  }

  stat(): Result<FileStat> {
    return this.#fileSystem.stat(this.#path);
  }

  read(from?: Source): SnapshotReading {
    return new SnapshotReading(() => this.#snapshot(), from);
  }

  readBackward(): SnapshotBackward {
    return new SnapshotBackward(() => this.#snapshot());
  }

  #snapshot(): Result<Snapshot> {
    return withFile(this.#fileSystem, this.#path, (file) => {
      const { stat } = file;
      if (stat.size > maxLogBytes) {
        return failed(t('{0} exceeds the limit of 256 MB and was not read.', this.#path));
      }
      const bytes = readRange(file, 0, stat.size);
      const content = bytes.ok ? this.#contentOf(bytes.value) : bytes;
      return content.ok ? success(this.#snapshotOf(content.value, stat)) : content;
    });
  }

  #contentOf(bytes: Buffer): Result<Buffer> {
    const path = this.#path;
    return this.#layout.isCompressed?.(path) === true
      ? unpacked({ path, bytes, isAll: true }, maxLogBytes)
      : success(bytes);
  }

  #snapshotOf(bytes: Buffer, stat: FileStat): Snapshot {
    const lines = linesIn(bytes);
    const { settled } = this.#layout;
    const all = settled === undefined ? lines : settledLines(lines, settled);
    return {
      stat,
      length: all.length,
      at: (place) => {
        const record = all[place];
        if (record === undefined) {
          throw new RangeError('There is no such line.');
        }
        return success({ record, print: printOf(record) });
      },
    };
  }
}

function settledLines(
  lines: readonly RawLine[],
  settle: NonNullable<LogLayout['settled']>,
): readonly RawRecord[] {
  const records = lines.map(recordOn);
  const settled = settle(records.filter((record) => record !== undefined));
  let next = 0;
  return lines.map((line, place): RawRecord => {
    const value = records[place] === undefined ? undefined : settled[next++];
    return value === undefined ? line : { value, source: line.source };
  });
}

/** Without a last line that is still being written. */
function linesIn(bytes: Buffer): readonly RawLine[] {
  const splitter = new LineSplitter();
  const lines = splitter.push(bytes);
  const tail = splitter.tail();
  return tail !== undefined && isWhole(tail) ? [...lines, tail] : lines;
}

/** The one record of a line that has no problems. */
function recordOn({ bytes, source }: RawLine): JsonRecord | undefined {
  const { records, problems } = readRecords(bytes, source);
  return records.length === 1 && problems.length === 0 ? records[0] : undefined;
}

function printOf(record: RawRecord): string {
  const text =
    'value' in record ? JSON.stringify(record.value) : 'bytes' in record ? record.bytes : '';
  return createHash('sha1').update(text).digest('base64');
}
