import { UserError } from '#core/userError.ts';
import { readRange, withFile, type FileSystem } from './fileSystem.ts';
import { sliceBytes, type IndexedLog } from './indexedLog.ts';
import { LogReplaced } from './lineReader.ts';
import type { LinePattern } from './linePattern.ts';
import type { Pacer } from './pacer.ts';

/**
 * Lines whose bytes may hold a query: a search over the bytes, without parsing. May name too many.
 *
 * @returns a flag for each line number.
 */
export async function candidateLines(
  fileSystem: FileSystem,
  path: string,
  log: IndexedLog,
  { expression, maxLength }: LinePattern,
  pacer: Pacer,
): Promise<Uint8Array> {
  const { lines } = log.index;
  const flags = new Uint8Array(lines.length + 1);
  const last = lines.get(lines.length);
  const end = last === undefined ? 0 : last.offset + last.length;
  let offset = 0;
  while (offset < end) {
    const text = readText(fileSystem, path, log, offset, Math.min(end, offset + sliceBytes));
    // A hit across the border of two slices is found in the second.
    let next = offset + Math.max(1, text.length - maxLength + 1);
    expression.lastIndex = 0;
    for (let hit = expression.exec(text); hit !== null; hit = expression.exec(text)) {
      const line = lineAt(log, offset + hit.index);
      flags[line] = 1;
      const source = lines.get(line);
      const lineEnd = source === undefined ? end : source.offset + source.length;
      if (lineEnd >= offset + text.length) {
        next = Math.max(next, lineEnd);
        break;
      }
      expression.lastIndex = Math.max(lineEnd - offset, hit.index + 1);
    }
    offset = offset + text.length >= end ? end : next;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return flags;
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
