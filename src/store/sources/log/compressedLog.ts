import {
  readRange,
  success,
  type FileStat,
  type OpenFile,
  type Result,
} from '../../disk/fileSystem.ts';
import { maxWholeBytes } from '../records/wholeFileSource.ts';
import { unpacked } from './zstd.ts';

/**
 * Compressed bytes that the list reads of a log. zstd packs up to 128 KB at a time, which is hardly ever
 * more than that, so something always comes of them.
 */
const packedHead = 128 * 1024;

/** The beginning of a compressed log, as if the log ended there. */
export function headOfCompressed(
  path: string,
  file: OpenFile,
): Result<{ readonly head: OpenFile; readonly isAll: boolean }> {
  const bytes = readRange(file, 0, Math.min(file.stat.size, packedHead));
  if (!bytes.ok) {
    return bytes;
  }
  const isAll = bytes.value.length === file.stat.size;
  const content = unpacked({ path, bytes: bytes.value, isAll }, maxWholeBytes);
  return content.ok ? success({ head: fileOf(content.value, file.stat), isAll }) : content;
}

function fileOf(bytes: Buffer, stat: FileStat): OpenFile {
  return {
    stat: { ...stat, size: bytes.length },
    read(offset, into, start = 0, end = into.length) {
      const from = Math.min(offset, bytes.length);
      return success(bytes.copy(into, start, from, from + end - start));
    },
    close: () => undefined,
  };
}
