import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { LineSplitter, type RawLine } from '#core/jsonl/lineSplitter.ts';
import { readRecords } from '#core/jsonl/readRecords.ts';
import {
  failure,
  readRange,
  success,
  withFile,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { sliceBytes } from './logReading.ts';

/** Lines that may be damaged or of unknown kinds before the first that tells whose log it is. */
export const maxUntold = 100;
/** A first line longer than this tells nothing. */
const maxBytes = 64 * sliceBytes;

export interface Recognized {
  readonly adapter: AgentAdapter;
  /** Number of the line that told. */
  readonly line: number;
}

/** Which agent wrote a log, by what it says; undefined if no adapter knows it. */
export function recognizeLog(
  fileSystem: FileSystem,
  path: string,
  adapters: readonly AgentAdapter[],
): Result<Recognized | undefined> {
  return withFile(fileSystem, path, (file) => {
    if (file.stat.size === 0) {
      return failure(path, 'empty');
    }
    const splitter = new LineSplitter();
    let offset = 0;
    while (offset < Math.min(file.stat.size, maxBytes)) {
      const read = readRange(file, offset, offset + sliceBytes);
      if (!read.ok) {
        return read;
      }
      if (read.value.length === 0) {
        break;
      }
      offset += read.value.length;
      const lines = splitter.push(read.value);
      const tail = offset >= file.stat.size ? splitter.tail() : undefined;
      const all = tail === undefined ? lines : [...lines, tail];
      const recognized = recognizeLines(all, adapters);
      if (recognized !== undefined || (all.at(-1)?.source.line ?? 0) > maxUntold) {
        return success(recognized);
      }
    }
    return success(undefined);
  });
}

/** An adapter that stands first has the first word on each record: headers of several look alike. */
function recognizeLines(
  lines: Iterable<RawLine>,
  adapters: readonly AgentAdapter[],
): Recognized | undefined {
  for (const { bytes, source } of lines) {
    if (source.line > maxUntold) {
      return undefined;
    }
    for (const record of readRecords(bytes, source).records) {
      const adapter = adapters.find((candidate) => candidate.recognizes(record));
      if (adapter !== undefined) {
        return { adapter, line: source.line };
      }
    }
  }
  return undefined;
}
