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
  removeLeftBehind(folder, `${basename(path)}.`);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function removeLeftBehind(folder: string, beginning: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(beginning) && name.endsWith('.tmp')) {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && Date.now() - stats.mtimeMs > leftBehindMs) {
        rmSync(path, { force: true });
      }
    }
  }
}
