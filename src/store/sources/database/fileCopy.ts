import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { success, type FileSystem, type Result } from '../../disk/fileSystem.ts';
import type { DatabaseState } from './databaseState.ts';
import { withPages, type Pages } from './pages.ts';

const folderStart = 'session-browser-database-';
/** No read takes so long: its process was killed. */
const leftBehindMs = 60 * 60 * 1000;

/** A copy of a database with what lies beside it, as one file of which SQLite changes nothing. */
export interface FileCopy {
  readonly folder: string;
  readonly file: string;
}

/**
 * Copies a database to the temporary folder, page by page, as it was after the last transaction.
 *
 * @param real path without links.
 */
export function makeFileCopy(
  fileSystem: FileSystem,
  real: string,
  state: DatabaseState,
): Result<FileCopy> {
  removeLeftBehind();
  const folder = mkdtempSync(join(tmpdir(), folderStart));
  const copy = { folder, file: join(folder, 'copy.db') };
  let isWhole = false;
  try {
    const written = withPages(fileSystem, real, state, (pages) => writePages(pages, copy.file));
    isWhole = written.ok;
    return written.ok ? success(copy) : written;
  } finally {
    if (!isWhole) {
      removeFileCopy(copy);
    }
  }
}

export function removeFileCopy({ folder }: FileCopy): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Of pages that are written at once. */
const blockBytes = 1024 * 1024;

/** Up to a page that is missing, where SQLite finds the database damaged. */
function writePages({ pageBytes, count, read }: Pages, file: string): Result<undefined> {
  const target = openSync(file, 'wx', 0o600);
  try {
    const block = Buffer.alloc(blockBytes);
    let filled = 0;
    for (let number = 1; number <= count; number += 1) {
      const page = read(number, block.subarray(filled, filled + pageBytes));
      if (!page.ok) {
        return page;
      }
      filled += page.value.length;
      const isLast = number === count || page.value.length < pageBytes;
      if (isLast || filled === blockBytes) {
        writeFileSync(target, block.subarray(0, filled));
        filled = 0;
      }
      if (isLast) {
        break;
      }
    }
    return success(undefined);
  } finally {
    closeSync(target);
  }
}

/** Takes away copies of processes that were killed: each may be as large as its database. */
function removeLeftBehind(): void {
  try {
    for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(folderStart))) {
      const folder = join(tmpdir(), name);
      const stats = lstatSync(folder, { throwIfNoEntry: false });
      if (stats?.isDirectory() === true && Date.now() - stats.mtimeMs > leftBehindMs) {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  } catch {
    // Another user's, or gone by now. Where nothing can be written, the copy itself says so.
    return;
  }
}
