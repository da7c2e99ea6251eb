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
import type { FileSystem, Result } from '../../disk/fileSystem.ts';
import type { DatabaseState } from './databaseState.ts';
import { withPages, type Pages } from './pages.ts';
import type { TableColumns, Tables } from './databaseTables.ts';
import type { SqliteDatabase, SqliteModule } from './sqliteModule.ts';

interface Copy<T> {
  /** Identifies the state that was copied. */
  readonly key: string;
  readonly made: T;
}

/** Idle copies are deleted after this time; slice reads never pause that long. */
const idleMs = 3_000;

/**
 * Copies of databases. One is deleted when another state of its database is copied, all are deleted when none
 * was read for a while, and when the process ends.
 */
export class BriefCopies<T> {
  readonly #copies = new Map<string, Copy<T>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param drop deletes what was made. */
  constructor(private readonly drop: (made: T) => void) {}

  /**
   * Lets `work` read a copy of a database.
   *
   * @param path of the database.
   * @param key the same as long as that does not change.
   * @param make makes the copy; leaves nothing if it fails.
   */
  use<R>(
    path: string,
    key: string,
    make: () => Result<T>,
    work: (made: T) => Result<R>,
  ): Result<R> {
    let copy = this.#copies.get(path);
    if (copy?.key !== key) {
      this.#drop(path);
      const made = make();
      if (!made.ok) {
        return made;
      }
      copy = { key, made: made.value };
      this.#copies.set(path, copy);
    }
    try {
      return work(copy.made);
    } finally {
      this.#dropLater();
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
    this.#timer = setTimeout(() => this.dispose(), idleMs);
    this.#timer.unref();
  }

  #drop(path: string): void {
    const copy = this.#copies.get(path);
    if (copy !== undefined) {
      this.#copies.delete(path);
      this.drop(copy.made);
    }
  }
}

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
    const written = withPages(fileSystem, real, state, (pages) => {
      writePages(pages, copy.file);
      return copy;
    });
    isWhole = written.ok;
    return written;
  } finally {
    if (!isWhole) {
      removeFileCopy(copy);
    }
  }
}

export function removeFileCopy({ folder }: FileCopy): void {
  rmSync(folder, { recursive: true, force: true });
}

const blockBytes = 1024 * 1024;

/** Up to a page that is missing, where SQLite finds the database damaged. */
function writePages({ pageBytes, count, read }: Pages, file: string): void {
  const target = openSync(file, 'wx', 0o600);
  try {
    const block = Buffer.alloc(blockBytes);
    let filled = 0;
    for (let number = 1; number <= count; number += 1) {
      const page = read(number, block.subarray(filled, filled + pageBytes));
      filled += page.length;
      const isLast = number === count || page.length < pageBytes;
      if (isLast || filled === blockBytes) {
        writeFileSync(target, block.subarray(0, filled));
        filled = 0;
      }
      if (isLast) {
        break;
      }
    }
  } finally {
    closeSync(target);
  }
}

/** Deletes copies that killed processes left; each may be as large as its database. */
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

/**
 * Copies what is read from a database to memory and adds the agent's indexes. Each row is read once, in table
 * order, whatever indexes exist.
 *
 * @param address of the database, with options.
 */
export function makeMemoryCopy(
  { DatabaseSync }: SqliteModule,
  address: string,
  columns: TableColumns,
  indexed: Tables,
): SqliteDatabase {
  const copy = new DatabaseSync(':memory:', { readOnly: false });
  try {
    copy.prepare('PRAGMA trusted_schema = OFF').all();
    copy.prepare('ATTACH ? AS original').all(`${address}&mode=ro`);
    copy.prepare('BEGIN').all();
    for (const [table, names] of columns) {
      const all = ['rowid', ...names].join(', ');
      // Nothing of another program's schema is repeated.
      copy.prepare(`CREATE TABLE ${table} (${names.join(', ')})`).all();
      copy
        .prepare(`INSERT INTO ${table} (${all}) SELECT ${all} FROM original.${table} NOT INDEXED`)
        .all();
      for (const column of indexed[table] ?? []) {
        copy.prepare(`CREATE INDEX ${table}_${column} ON ${table} (${column})`).all();
      }
    }
    copy.prepare('COMMIT').all();
    copy.prepare('DETACH original').all();
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
}
