import { readRange, success, type OpenFile, type Result } from '../../disk/fileSystem.ts';
import { maxEndBytes } from './logBytes.ts';
import { inMemory } from './partFiles.ts';
import { unpacked } from './zstd.ts';
import { endOfBlocks, zstdBlockBytes } from './zstdBlocks.ts';

/**
 * Compressed bytes that the list reads of a log. zstd packs up to 128 KB at a time, which is hardly ever
 * more than that, so each read makes progress.
 */
const packedHead = 128 * 1024;
/** As much as the list reads of any log. */
const mostBlocks = maxEndBytes / zstdBlockBytes;

/** The beginning of a compressed log, as if the log ended there. */
export function headOfCompressed(
  path: string,
  file: OpenFile,
): Result<{ readonly head: OpenFile; readonly isAll: boolean }> {
  const bytes = readRange(file, 0, Math.min(file.stat.size, packedHead));
  if (!bytes.ok) {
    return bytes;
  }
  const packed = bytes.value.subarray(0, endOfBlocks(bytes.value, mostBlocks));
  const isAll = packed.length === file.stat.size;
  const content = unpacked({ path, bytes: packed, isAll }, maxEndBytes);
  return content.ok ? success({ head: inMemory(content.value, file.stat), isAll }) : content;
}
