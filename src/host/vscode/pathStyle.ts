import { statSync, type Stats } from 'node:fs';
import { PathStyle } from '#store/disk/pathStyle.ts';

export const platform = process.platform === 'win32' ? 'windows' : 'posix';

/** Compares paths the way this machine does. */
export const pathStyle = new PathStyle(platform);

/** What is on disk at a path; undefined if nothing that this user may see. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Not readable, which to the caller is the same as missing.
    return undefined;
  }
}
