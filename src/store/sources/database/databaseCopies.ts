import { closeSync, lstatSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  readRange,
  success,
  withFile,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import { writeFully } from '../../disk/writeFully.ts';

const folderStart = 'session-browser-database-';
const copyBytes = 1024 * 1024;
/** Nobody reads for so long: its process was killed. */
const leftBehindMs = 60 * 60 * 1000;

interface Copy {
  /** Tells the state that was copied. */
  readonly key: string;
  readonly folder: string;
}

/** A copy that nobody read for so long goes; whoever reads a session slice by slice reads on sooner. */
const idleMs = 3_000;

/**
 * Copies of databases in the temporary folder, in which SQLite may do what it has to. Each goes when
 * another state of its database is copied, when it was not read for a while, and with the process.
 */
export class DatabaseCopies {
  readonly #copies = new Map<string, Copy>();
  #timer: NodeJS.Timeout | undefined;

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
    const made = this.#copies.get(path);
    if (made?.key === key) {
      this.#dropLater();
      return work(copyIn(made.folder));
    }
    this.#drop(path);
    removeLeftBehind();
    const folder = mkdtempSync(join(tmpdir(), folderStart));
    this.#copies.set(path, { key, folder });
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
      if (isWhole) {
        this.#dropLater();
      } else {
        this.#drop(path);
      }
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    process.off('exit', this.#dropAll);
    this.#dropAll();
  }

  readonly #dropAll = (): void => {
    for (const path of [...this.#copies.keys()]) {
      this.#drop(path);
    }
  };

  #dropLater(): void {
    clearTimeout(this.#timer);
    process.off('exit', this.#dropAll);
    process.once('exit', this.#dropAll);
    this.#timer = setTimeout(() => {
      this.dispose();
    }, idleMs);
    this.#timer.unref();
  }

  #drop(path: string): void {
    const copy = this.#copies.get(path);
    if (copy !== undefined) {
      this.#copies.delete(path);
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
        writeFully(target, chunk.value);
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
