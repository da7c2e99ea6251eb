import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  readRange,
  success,
  withFile,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';

const folderStart = 'session-browser-database-';
const copyBytes = 1024 * 1024;
/** No scan takes so long: its process was killed. */
const leftBehindMs = 60 * 60 * 1000;

interface Copy {
  /** Tells the state that was copied. */
  readonly key: string;
  readonly folder: string;
}

/**
 * Copies of databases in the temporary folder, in which SQLite may do what it has to. Each goes with
 * its reading, or while they are held, when another state of the database is copied or at the end.
 */
export class DatabaseCopies {
  readonly #kept = new Map<string, Copy>();
  #holders = 0;

  hold(): void {
    this.#holders += 1;
  }

  release(): void {
    this.#holders -= 1;
    if (this.#holders === 0) {
      for (const path of [...this.#kept.keys()]) {
        this.#drop(path);
      }
    }
  }

  /**
   * Lets `work` read a copy of a database.
   *
   * @param path without links.
   * @param endings of the files that make it up.
   * @param key the same as long as they do not change.
   */
  use<T>(
    fileSystem: FileSystem,
    path: string,
    endings: readonly string[],
    key: string,
    work: (copy: string) => Result<T>,
  ): Result<T> {
    const known = this.#kept.get(path);
    if (known?.key === key) {
      return work(copyIn(known.folder));
    }
    this.#drop(path);
    removeLeftBehind();
    const folder = mkdtempSync(join(tmpdir(), folderStart));
    this.#kept.set(path, { key, folder });
    let isWhole = false;
    try {
      for (const ending of endings) {
        const copied = copyFile(fileSystem, path + ending, copyIn(folder) + ending);
        if (!copied.ok) {
          return copied;
        }
      }
      isWhole = true;
      return work(copyIn(folder));
    } finally {
      if (!isWhole || this.#holders === 0) {
        this.#drop(path);
      }
    }
  }

  #drop(path: string): void {
    const copy = this.#kept.get(path);
    if (copy !== undefined) {
      this.#kept.delete(path);
      rmSync(copy.folder, { recursive: true, force: true });
    }
  }
}

function copyIn(folder: string): string {
  return join(folder, 'copy.db');
}

function copyFile(fileSystem: FileSystem, from: string, to: string): Result<undefined> {
  return withFile(fileSystem, from, (file) => {
    const target = openSync(to, 'wx', 0o600);
    try {
      for (let offset = 0; offset < file.stat.size; offset += copyBytes) {
        const end = Math.min(offset + copyBytes, file.stat.size);
        const chunk = readRange(file, offset, end);
        if (!chunk.ok) {
          return chunk;
        }
        writeSync(target, chunk.value);
      }
      return success(undefined);
    } finally {
      closeSync(target);
    }
  });
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
