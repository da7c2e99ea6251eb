import { writeSync } from 'node:fs';

/**
 * Writes all of the bytes. A single write may take only a part of them, as a nearly full disk does.
 *
 * @param write replaced by tests.
 * @throws the disk's error; a part may be there then.
 */
export function writeFully(descriptor: number, bytes: Uint8Array, write = writeSync): void {
  for (let done = 0; done < bytes.length;) {
    const taken = write(descriptor, bytes, done);
    if (taken === 0) {
      throw Object.assign(new Error('nothing was written'), { code: 'ENOSPC' });
    }
    done += taken;
  }
}
