import { readInto, readRange, success, type OpenFile, type Result } from '../../disk/fileSystem.ts';
import { isPageSize, type PagesBeside } from './pagesBeside.ts';

const headBytes = 32;
const frameHeadBytes = 24;
/** The last bit tells the order of bytes in which sums are made. */
const magic = 0x377f0682;
const version = 3_007_000;

/**
 * The pages of all transactions that were committed to a write-ahead log, the latest of each. Reading
 * ends, as in SQLite, at the first frame that is of an earlier round or whose sum is wrong.
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 *
 * @returns undefined if there are none.
 */
export function pagesInWal(file: OpenFile): Result<PagesBeside | undefined> {
  const read = readRange(file, 0, headBytes);
  if (!read.ok) {
    return read;
  }
  const head = read.value;
  if (head.length < headBytes || head.readUInt32BE(4) !== version) {
    return success(undefined);
  }
  const isBig = head.readUInt32BE(0) === magic + 1;
  const pageBytes = head.readUInt32BE(8);
  let sum = summed(head.subarray(0, 24), [0, 0], isBig);
  if (
    (!isBig && head.readUInt32BE(0) !== magic) ||
    !isPageSize(pageBytes) ||
    !isSum(sum, head, 24)
  ) {
    return success(undefined);
  }
  const salts = head.subarray(16, 24);
  const frame = Buffer.alloc(frameHeadBytes + pageBytes);
  const offsets = new Map<number, number>();
  /** Of the transaction that is not committed yet. */
  let open = new Map<number, number>();
  let count = 0;
  for (let offset = headBytes; ; offset += frame.length) {
    const next = readInto(file, offset, frame);
    if (!next.ok) {
      return next;
    }
    const page = frame.readUInt32BE(0);
    if (next.value.length < frame.length || page === 0 || !frame.subarray(8, 16).equals(salts)) {
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
  return success(count === 0 ? undefined : { pageBytes, count, offsets });
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
