import type { Pacer } from '#base/pacer.ts';
import { readInto, valueOf, type OneFile } from '../../disk/fileSystem.ts';
import { requireWithin, type SizeLimit } from '../../disk/sizeLimits.ts';
import type { SoughtText } from './source.ts';

/**
 * Whether a file may contain a text. The file is closed whenever other work runs.
 *
 * @param areLines see `SoughtText.isIn`.
 * @param limit of the file.
 * @throws UserError if it cannot be read; the signal's reason when aborted.
 */
export async function fileMightContain(
  fileSystem: OneFile,
  path: string,
  text: SoughtText,
  areLines: boolean,
  pacer: Pacer,
  limit: SizeLimit,
): Promise<boolean> {
  const { room, overlap } = text;
  for (let offset = 0; ;) {
    const file = valueOf(fileSystem.open(path));
    try {
      requireWithin(limit, file.stat.size, path);
      do {
        if (offset >= file.stat.size) {
          return false;
        }
        // No more than there is: asking for its end takes as long as a short file.
        const wanted = room.subarray(0, file.stat.size - offset);
        const { length } = readInto(file, offset, wanted);
        if (text.isIn(length, areLines)) {
          return true;
        }
        if (offset + length >= file.stat.size || length === 0) {
          return false;
        }
        offset += Math.max(1, length - overlap);
      } while (!pacer.isDue);
    } finally {
      file.close();
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
    await pacer.pauseIfDue();
  }
}
