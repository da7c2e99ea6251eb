import { UserError } from '#core/userError.ts';
import { readInto, withFile, type FileSystem } from '../disk/fileSystem.ts';
import { sliceBytes, type IndexedLog } from '../session/indexedLog.ts';
import { LogReplaced } from '../sources/log/lineReader.ts';
import { findPattern, type LinePattern } from './linePattern.ts';
import type { Pacer } from '#base/pacer.ts';
import { RareText } from '../sources/log/rareText.ts';

/**
 * Lines whose bytes may hold a query: a search over the bytes, without parsing. May name too many.
 *
 * @returns a flag for each line number.
 */
export async function candidateLines(
  fileSystem: FileSystem,
  path: string,
  log: IndexedLog,
  pattern: LinePattern,
  pacer: Pacer,
): Promise<Uint8Array> {
  const { lines } = log.index;
  const flags = new Uint8Array(lines.length + 1);
  const last = lines.get(lines.length);
  const end = last === undefined ? 0 : last.offset + last.length;
  const search = new SliceSearch(pattern);
  const room = Buffer.allocUnsafeSlow(Math.min(sliceBytes, end));
  let offset = 0;
  while (offset < end) {
    const wanted = room.subarray(0, Math.min(sliceBytes, end - offset));
    const slice = readSlice(fileSystem, path, log, offset, wanted);
    // A hit across the border of two slices is found in the second.
    let next = offset + Math.max(1, slice.length - pattern.maxLength + 1);
    for (let hit = search.next(slice, 0); hit !== undefined;) {
      const line = lineAt(log, offset + hit);
      flags[line] = 1;
      const source = lines.get(line);
      const lineEnd = source === undefined ? end : source.offset + source.length;
      if (lineEnd >= offset + slice.length) {
        next = Math.max(next, lineEnd);
        break;
      }
      hit = search.next(slice, Math.max(lineEnd - offset, hit + 1));
    }
    offset = offset + slice.length >= end ? end : next;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return flags;
}

/**
 * Searches one slice after the other. Where a word of the pattern must stand as it is, the bytes are
 * searched for that: at the speed of memory while the word is rare. Where it is not, and without
 * regard to case, the pattern runs over the slice as Latin-1.
 */
class SliceSearch {
  readonly #pattern: LinePattern;
  readonly #word: RareText | undefined;
  /** Words that turned out to stand in no match. */
  #vain = 0;
  #slice: Buffer | undefined;
  #text: string | undefined;

  constructor(pattern: LinePattern) {
    const { word, matchCase } = pattern;
    this.#pattern = pattern;
    this.#word = matchCase && word !== undefined ? new RareText(word) : undefined;
  }

  /** A place on the line of the first match from `from` on; undefined if there is none. */
  next(slice: Buffer, from: number): number | undefined {
    if (this.#slice !== slice) {
      this.#slice = slice;
      this.#text = undefined;
    }
    return this.#word === undefined || this.#vain > mostVain
      ? this.#nextMatch(slice, from)
      : this.#nextWord(slice, from, this.#word);
  }

  #nextWord(slice: Buffer, from: number, word: RareText): number | undefined {
    const { maxLength } = this.#pattern;
    for (let at = word.find(slice, from, slice.length); at >= 0;) {
      const start = Math.max(from, at - maxLength);
      const around = slice.toString('latin1', start, at + maxLength);
      const match = findPattern(this.#pattern, around, 0);
      if (match !== undefined) {
        return start + match;
      }
      this.#vain += 1;
      if (this.#vain > mostVain) {
        return this.#nextMatch(slice, Math.max(from, at + 1 - maxLength));
      }
      at = word.find(slice, at + 1, slice.length);
    }
    return undefined;
  }

  #nextMatch(slice: Buffer, from: number): number | undefined {
    this.#text ??= slice.toString('latin1');
    return findPattern(this.#pattern, this.#text, from);
  }
}

/** Looking closer at a word costs as much as the pattern over some KB. */
const mostVain = 100;

function readSlice(
  fileSystem: FileSystem,
  path: string,
  log: IndexedLog,
  start: number,
  room: Buffer,
): Buffer {
  const read = withFile(fileSystem, path, (file) => {
    if (!log.isOf(file.stat)) {
      throw new LogReplaced();
    }
    return readInto(file, start, room);
  });
  if (!read.ok) {
    throw new UserError(read.failure.message);
  }
  if (read.value.length === 0) {
    throw new LogReplaced();
  }
  return read.value;
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
