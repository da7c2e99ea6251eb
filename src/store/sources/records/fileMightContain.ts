import type { Pacer } from '#base/pacer.ts';
import { UserError } from '#core/userError.ts';
import { readInto, success, withFile, type FileSystem } from '../../disk/fileSystem.ts';
import { within, type SizeLimit } from '../../disk/sizeLimits.ts';
import type { SoughtText } from './source.ts';

/**
 * Whether a file may contain a text. The file is closed whenever other work runs.
 *
 * @param areLines see `SoughtText.isIn`.
 * @param limit of the file.
 * @throws UserError if it cannot be read; the signal's reason when aborted.
 */
export async function fileMightContain(
  fileSystem: FileSystem,
  path: string,
  text: SoughtText,
  areLines: boolean,
  pacer: Pacer,
  limit: SizeLimit,
): Promise<boolean> {
  const { room, overlap } = text;
  for (let offset = 0; ;) {
    const looked = withFile<boolean | undefined>(fileSystem, path, (file) => {
      const fits = within(limit, file.stat.size, path);
      if (!fits.ok) {
        return fits;
      }
      while (offset < file.stat.size) {
        // No more than there is: asking for its end takes as long as a short file.
        const read = readInto(file, offset, room.subarray(0, file.stat.size - offset));
        if (!read.ok) {
          return read;
        }
        const { length } = read.value;
        if (text.isIn(length, areLines)) {
          return success(true);
        }
        if (offset + length >= file.stat.size || length === 0) {
          break;
        }
        offset += Math.max(1, length - overlap);
        if (pacer.isDue) {
          return success(undefined);
        }
      }
      return success(false);
    });
    if (!looked.ok) {
      throw new UserError(looked.failure.message);
    }
    if (looked.value !== undefined) {
      return looked.value;
    }
    await pacer.pause();
  }
}

/** The same of bytes in memory that are no lines. */
export async function bytesMightContain(
  bytes: Buffer,
  text: SoughtText,
  pacer: Pacer,
): Promise<boolean> {
  const { room, overlap } = text;
  for (let offset = 0; ;) {
    const length = bytes.copy(room, 0, offset, offset + room.length);
    if (text.isIn(length, false)) {
      return true;
    }
    if (offset + length >= bytes.length) {
      return false;
    }
    offset += Math.max(1, length - overlap);
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
}
