import { t } from '#base/l10n.ts';
import {
  failed,
  readInto,
  readRange,
  success,
  type OpenFile,
  type Result,
} from '../../disk/fileSystem.ts';
import { isPageSize, type PagesBeside } from './pagesBeside.ts';

const magic = Buffer.from('d9d505f920a163d7', 'hex');
const headBytes = 28;

/**
 * The pages of a database as they were before a transaction that did not end, which its journal keeps.
 * Reading ends, as in SQLite, where a page's sum is wrong.
 * https://www.sqlite.org/fileformat2.html#the_rollback_journal
 *
 * A journal may end with the name of another file, the super-journal of a transaction in several
 * databases, and SQLite before 3.51 deletes whatever file is named there. No agent has such transactions.
 *
 * @param path of the database, for messages.
 * @returns undefined if nothing has to be rolled back.
 */
export function pagesInJournal(file: OpenFile, path: string): Result<PagesBeside | undefined> {
  const { size } = file.stat;
  const first = readRange(file, 0, headBytes);
  if (!first.ok || first.value.length < headBytes) {
    return first.ok ? success(undefined) : first;
  }
  const count = first.value.readUInt32BE(16);
  const sectorBytes = first.value.readUInt32BE(20);
  const pageBytes = first.value.readUInt32BE(24);
  const isJournal = first.value.subarray(0, magic.length).equals(magic);
  if (!isJournal || !isSector(sectorBytes) || !isPageSize(pageBytes) || sectorBytes > size) {
    return success(undefined);
  }
  const end = readRange(file, size - magic.length, size);
  if (!end.ok) {
    return end;
  }
  if (end.value.equals(magic)) {
    return failed(
      t(
        '{0} was being changed together with another database when its agent stopped, and is not read. Open it in its agent.',
        path,
      ),
    );
  }
  const offsets = new Map<number, number>();
  const entry = Buffer.alloc(pageBytes + 8);
  let isAtEnd = false;
  // A header is at the beginning of a sector, with as many pages after it as it says.
  for (let offset = 0; !isAtEnd && offset + sectorBytes <= size;) {
    const read = readRange(file, offset, offset + headBytes);
    if (!read.ok) {
      return read;
    }
    const head = read.value;
    if (!head.subarray(0, magic.length).equals(magic)) {
      break;
    }
    offset += sectorBytes;
    for (let left = head.readUInt32BE(8); left > 0 && !isAtEnd; left -= 1) {
      const next = readInto(file, offset, entry);
      if (!next.ok) {
        return next;
      }
      const page = entry.readUInt32BE(0);
      const sum = sumOf(entry.subarray(4, -4), head.readUInt32BE(12));
      isAtEnd =
        next.value.length < entry.length || page === 0 || sum !== entry.readUInt32BE(pageBytes + 4);
      if (!isAtEnd && page <= count) {
        offsets.set(page, offset + 4);
      }
      offset += entry.length;
    }
    offset = Math.ceil(offset / sectorBytes) * sectorBytes;
  }
  return success({ pageBytes, count, offsets });
}

function isSector(bytes: number): boolean {
  return bytes >= 32 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;
}

/** Of every 200th byte, from the end. */
function sumOf(page: Buffer, start: number): number {
  let sum = start;
  for (let at = page.length - 200; at > 0; at -= 200) {
    sum += page.readUInt8(at);
  }
  return sum >>> 0;
}
