import { UserError } from '#core/userError.ts';
import { readRange, withFile, type FileSystem } from './fileSystem.ts';
import { sliceBytes, type IndexedLog } from './indexedLog.ts';
import { LogReplaced } from './lineReader.ts';
import type { Pacer } from './pacer.ts';

/**
 * Lines whose bytes may hold a query: a search for the longest part of it that every JSON writer
 * leaves as it is, over the bytes, without parsing. Never misses a line, may name too many.
 *
 * @returns a flag for each line number, or undefined if the query has no such part.
 */
export async function candidateLines(
  fileSystem: FileSystem,
  path: string,
  log: IndexedLog,
  query: string,
  matchCase: boolean,
  pacer: Pacer,
): Promise<Uint8Array | undefined> {
  const needle = plainPart(query);
  if (needle === undefined) {
    return undefined;
  }
  // Bytes as Latin-1: ASCII stays what it is and no multi-byte character can hold it.
  const pattern = new RegExp(needle, matchCase ? 'g' : 'gi');
  const { lines } = log.index;
  const flags = new Uint8Array(lines.length + 1);
  const last = lines.get(lines.length);
  const end = last === undefined ? 0 : last.offset + last.length;
  let offset = 0;
  while (offset < end) {
    const text = readText(fileSystem, path, log, offset, Math.min(end, offset + sliceBytes));
    // A hit across the border of two slices is found in the second.
    let next = offset + Math.max(1, text.length - needle.length + 1);
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const line = lineAt(log, offset + hit.index);
      flags[line] = 1;
      const source = lines.get(line);
      const lineEnd = source === undefined ? end : source.offset + source.length;
      if (lineEnd >= offset + text.length) {
        next = Math.max(next, lineEnd);
        break;
      }
      pattern.lastIndex = Math.max(lineEnd - offset, hit.index + 1);
    }
    offset = offset + text.length >= end ? end : next;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return flags;
}

/**
 * The longest run of characters that are written into JSON as they are shown. Others may be escaped
 * (quotes, `<`, `/`, everything that is not ASCII) or are set differently for people (blanks).
 */
function plainPart(query: string): string | undefined {
  const parts = query.match(/[A-Za-z0-9_]+/g) ?? [];
  return parts.reduce<string | undefined>(
    (longest, part) => (part.length > (longest?.length ?? 0) ? part : longest),
    undefined,
  );
}

function readText(
  fileSystem: FileSystem,
  path: string,
  log: IndexedLog,
  start: number,
  end: number,
): string {
  const read = withFile(fileSystem, path, (file) => {
    if (!log.isOf(file.stat)) {
      throw new LogReplaced();
    }
    return readRange(file, start, end);
  });
  if (!read.ok) {
    throw new UserError(read.failure.message);
  }
  if (read.value.length === 0) {
    throw new LogReplaced();
  }
  return read.value.toString('latin1');
}

/** Number of the line that holds a byte. */
function lineAt(log: IndexedLog, offset: number): number {
  const { lines } = log.index;
  let low = 1;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((lines.get(middle)?.offset ?? Infinity) <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
