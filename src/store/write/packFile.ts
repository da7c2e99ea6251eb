import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { failed, readRange, valueOf, type FileStat, type OpenFile } from '../disk/fileSystem.ts';
import {
  blockBytes,
  blockOf,
  isPacked,
  markAtEnd,
  markOf,
  packedIn,
  printBytes,
  type Mark,
  type Packed,
} from '../disk/packed.ts';
import { t } from '#base/l10n.ts';
import { appendOwn } from './appendLine.ts';
import { quietly, type WritableFile } from './writeFiles.ts';

/** File systems keep times of different precision. ms */
const sameTimeMs = 2;
/** What is compared of a file that grew, at the beginning and before the end of what was copied. */
const printedBytes = 64 * 1024;
/** Blocks more than a file needs: each writing begins one, and small ones hardly get smaller. */
const mostSmall = 64;

const deflate = promisify(deflateRaw);

/** A file that is copied. */
export interface PackedSource {
  readonly file: OpenFile;
  /** For sentences. */
  readonly path: string;
}

/** Whether a copy is of a file in this state. */
export function isCopyOf(copy: Pick<Mark, 'size' | 'mtimeMs'>, source: FileStat): boolean {
  return copy.size === source.size && Math.abs(copy.mtimeMs - source.mtimeMs) < sameTimeMs;
}

/** The last mark of a packed file; undefined of another file, and after a writing that was killed. */
export function markOn(copy: WritableFile): Mark | undefined {
  const { size } = copy.stat();
  const bytes = bytesOf(copy);
  return isPacked(bytes) ? markAtEnd(bytes, size) : undefined;
}

/** Writes a copy into an empty file. @throws DiskError; UserError if the source shrinks meanwhile. */
export async function pack(
  source: PackedSource,
  copy: WritableFile,
  onBlock: (at: number) => void,
): Promise<void> {
  await append(source, copy, { size: 0, end: 0 }, onBlock);
}

/**
 * Appends what a file has grown by.
 *
 * @returns false if the file did not merely grow, and the copy has to be made anew.
 * @throws as `pack`; the copy is as before.
 */
export async function packGrowth(
  source: PackedSource,
  copy: WritableFile,
  onBlock: (at: number) => void,
): Promise<boolean> {
  const bytes = bytesOf(copy);
  const packed = isPacked(bytes) ? packedIn(bytes, copy.stat().size) : undefined;
  if (packed === undefined || !isGrowth(source.file, packed)) {
    return false;
  }
  if (copy.stat().size > packed.end) {
    // Of a writing that was killed.
    copy.truncate(packed.end);
  }
  try {
    await append(source, copy, packed, onBlock);
  } catch (error) {
    quietly(() => {
      copy.truncate(packed.end);
    });
    throw error;
  }
  return true;
}

function isGrowth(file: OpenFile, { size, print, blocks }: Packed): boolean {
  return (
    size > 0 &&
    file.stat.size > size &&
    blocks.length < size / blockBytes + mostSmall &&
    printOf(file, size).equals(print)
  );
}

async function append(
  { file, path }: PackedSource,
  copy: WritableFile,
  { size, end }: Pick<Packed, 'size' | 'end'>,
  onBlock: (at: number) => void,
): Promise<void> {
  const { stat } = file;
  let to = end;
  for (let at = size; at < stat.size; at += blockBytes) {
    const content = readRange(file, at, Math.min(stat.size, at + blockBytes));
    if (content.length < Math.min(stat.size - at, blockBytes)) {
      valueOf(failed(t('{0} became shorter while it was copied.', path)));
    }
    const block = blockOf(await deflate(content), content);
    onBlock(to);
    appendOwn(copy, block, false);
    to += block.length;
  }
  // The mark must not be on the disk before what it counts as whole.
  copy.sync();
  const print = printOf(file, stat.size);
  appendOwn(copy, markOf({ size: stat.size, mtimeMs: stat.mtimeMs, print }, to));
}

/** By which content is known again: that of a log is appended to, and all others are written anew. */
function printOf(file: OpenFile, size: number): Buffer {
  return createHash('sha256')
    .update(readRange(file, 0, Math.min(size, printedBytes)))
    .update(readRange(file, Math.max(0, size - printedBytes), size))
    .digest()
    .subarray(0, printBytes);
}

function bytesOf(file: WritableFile) {
  return (start: number, end: number): Buffer => {
    const room = Buffer.alloc(Math.max(0, end - start));
    return room.subarray(0, file.read(start, room));
  };
}
