import { createHash } from 'node:crypto';
import { success, type FileSystem, type Result } from '../../disk/fileSystem.ts';
import { fileState } from '../../disk/watchedFileSystem.ts';
import type { DatabaseState } from './databaseState.ts';

/** Says that one session of a database is read; see `FileSystem.enter`. */
export function enterSession(
  fileSystem: FileSystem,
  database: string,
  { name, version }: { readonly name: string; readonly version: string },
): Result<undefined> {
  const state = createHash('sha1').update(version).digest('base64');
  return fileSystem.enter?.(`${database}/${name}`, state) ?? success(undefined);
}

/** Says that what all sessions of a database share is read. */
export function enterDatabase(
  fileSystem: FileSystem,
  database: string,
  { main }: DatabaseState,
): void {
  const real = fileSystem.realpath(database);
  if (real.ok) {
    fileSystem.enter?.(real.value, fileState(main));
  }
}
