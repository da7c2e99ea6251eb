import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** A file beside its target that is older than this was left by a process that died. */
const leftBehindMs = 10 * 60 * 1000;

/**
 * Puts a file in another's place in one step: readers see the old one or the new one, never a part.
 * Makes the folder; only this user may read the file.
 *
 * @param path absolute and native.
 * @throws what the disk says; nothing is left behind then.
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
