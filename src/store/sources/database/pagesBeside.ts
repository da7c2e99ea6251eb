import { t } from '#base/l10n.ts';
import { failed, readInto, readRange, valueOf, type OpenFile } from '../../disk/fileSystem.ts';

/** Pages that lie beside a database, by their numbers. */
export interface PagesBeside {
  readonly pageBytes: number;
  /** Pages of the database with these. */
  readonly count: number;
  /** Where each begins in the file. */
  readonly offsets: ReadonlyMap<number, number>;
}

export function isPageSize(bytes: number): boolean {
  return bytes >= 512 && bytes <= 65_536 && (bytes & (bytes - 1)) === 0;
}

const walHeadBytes = 32;
const frameHeadBytes = 24;
/** The last bit tells the order of bytes in which sums are made. */
const walMagic = 0x377f0682;
const version = 3_007_000;

/**
 * The pages of all transactions that were committed to a write-ahead log, the latest of each. Reading
 * ends, as in SQLite, at the first frame that is of an earlier round or whose sum is wrong.
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 *
 * @returns undefined if there are none.
 * @throws the disk's failure, as `valueOf`.
 */
export function pagesInWal(file: OpenFile): PagesBeside | undefined {
  const head = readRange(file, 0, walHeadBytes);
  if (head.length < walHeadBytes || head.readUInt32BE(4) !== version) {
    return undefined;
  }
  const isBig = head.readUInt32BE(0) === walMagic + 1;
  const pageBytes = head.readUInt32BE(8);
  let sum = summed(head.subarray(0, 24), [0, 0], isBig);
  if (
    (!isBig && head.readUInt32BE(0) !== walMagic) ||
    !isPageSize(pageBytes) ||
    !isSum(sum, head, 24)
  ) {
    return undefined;
  }
  const salts = head.subarray(16, 24);
  const frame = Buffer.alloc(frameHeadBytes + pageBytes);
  const offsets = new Map<number, number>();
  /** Of the transaction that is not committed yet. */
  let open = new Map<number, number>();
  let count = 0;
  for (let offset = walHeadBytes; ; offset += frame.length) {
    const next = readInto(file, offset, frame);
    const page = frame.readUInt32BE(0);
    if (next.length < frame.length || page === 0 || !frame.subarray(8, 16).equals(salts)) {
      break;
    }
    sum = summed(frame.subarray(frameHeadBytes), summed(frame.subarray(0, 8), sum, isBig), isBig);
    if (!isSum(sum, frame, 16)) {
      break;
    }
    open.set(page, offset + frameHeadBytes);
    const pages = frame.readUInt32BE(4);
    if (pages > 0) {
      count = pages;
      open.forEach((place, committed) => offsets.set(committed, place));
      open = new Map();
    }
  }
  return count === 0 ? undefined : { pageBytes, count, offsets };
}

type Sum = readonly [number, number];

function summed(bytes: Buffer, [first, second]: Sum, isBig: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, !isBig) + b) >>> 0;
    b = (b + view.getUint32(at + 4, !isBig) + a) >>> 0;
  }
  return [a, b];
}

function isSum([a, b]: Sum, bytes: Buffer, offset: number): boolean {
  return a === bytes.readUInt32BE(offset) && b === bytes.readUInt32BE(offset + 4);
}

const journalMagic = Buffer.from('d9d505f920a163d7', 'hex');
const journalHeadBytes = 28;

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
 * @throws as `pagesInWal`.
 */
export function pagesInJournal(file: OpenFile, path: string): PagesBeside | undefined {
  const { size } = file.stat;
  const first = readRange(file, 0, journalHeadBytes);
  if (first.length < journalHeadBytes) {
    return undefined;
  }
  const count = first.readUInt32BE(16);
  const sectorBytes = first.readUInt32BE(20);
  const pageBytes = first.readUInt32BE(24);
  const isJournal = first.subarray(0, journalMagic.length).equals(journalMagic);
  if (!isJournal || !isSector(sectorBytes) || !isPageSize(pageBytes) || sectorBytes > size) {
    return undefined;
  }
  const end = readRange(file, size - journalMagic.length, size);
  if (end.equals(journalMagic)) {
    return valueOf(
      failed(
        t(
          '{0} was being changed together with another database when its agent stopped, and is not read. Open it in its agent.',
          path,
        ),
      ),
    );
  }
  const offsets = new Map<number, number>();
  const entry = Buffer.alloc(pageBytes + 8);
  let isAtEnd = false;
  // A header is at the beginning of a sector, with as many pages after it as it says.
  for (let offset = 0; !isAtEnd && offset + sectorBytes <= size;) {
    const head = readRange(file, offset, offset + journalHeadBytes);
    if (!head.subarray(0, journalMagic.length).equals(journalMagic)) {
      break;
    }
    offset += sectorBytes;
    for (let left = head.readUInt32BE(8); left > 0 && !isAtEnd; left -= 1) {
      const next = readInto(file, offset, entry);
      const page = entry.readUInt32BE(0);
      const sum = sumOf(entry.subarray(4, -4), head.readUInt32BE(12));
      isAtEnd =
        next.length < entry.length || page === 0 || sum !== entry.readUInt32BE(pageBytes + 4);
      if (!isAtEnd && page <= count) {
        offsets.set(page, offset + 4);
      }
      offset += entry.length;
    }
    offset = Math.ceil(offset / sectorBytes) * sectorBytes;
  }
  return { pageBytes, count, offsets };
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
