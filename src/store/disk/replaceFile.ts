import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** An older temporary file was left by a process that died. */
const leftBehindMs = 10 * 60 * 1000;

/**
 * Replaces a file in one step: readers see the old content or the new, never a part. Creates the
 * folder; only this user may read the file.
 *
 * @param path absolute and native.
 * @throws the disk's error; nothing is left behind.
 */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const beginning = `${basename(path)}.`;
  const isOurs = (name: string) => name.startsWith(beginning) && name.endsWith('.tmp');
  removeLeftBehind(folder, isOurs, leftBehindMs);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Removes temporary files of processes that died.
 *
 * @param isOurs by its name.
 * @param afterMs an older one was left behind.
 * @throws the disk's error.
 */
export function removeLeftBehind(
  folder: string,
  isOurs: (name: string) => boolean,
  afterMs: number,
): void {
  for (const name of readdirSync(folder).filter(isOurs)) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() === true && Date.now() - stats.mtimeMs > afterMs) {
      rmSync(path, { force: true });
    }
  }
}
