import { pathToFileURL } from 'node:url';
import { t } from '#base/l10n.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import {
  failed,
  isSameState,
  readRange,
  success,
  withFile,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import type { DatabaseCopies } from './databaseCopies.ts';
import type { SqliteDatabase, SqliteModule, SqlValue } from './sqliteModule.ts';

/** A database file and what SQLite keeps beside it while somebody writes, or after a crash. */
export interface DatabaseState {
  readonly main: FileStat;
  readonly wal: FileStat | undefined;
  readonly journal: FileStat | undefined;
  /** The memory that those who have the database open share is there: somebody may be writing. */
  readonly isShared: boolean;
}

export interface DatabaseReader {
  /** Rows as plain JSON values, one after the other: all of them together may not fit the memory. */
  rows(sql: string, ...parameters: readonly SqlValue[]): Iterable<JsonRecord>;
  /** For a statement that runs again and again and gives few rows. */
  prepare(sql: string): (...parameters: readonly SqlValue[]) => readonly JsonRecord[];
}

/** A writer that commits again and again while somebody reads. */
const maxAttempts = 3;
/** Of a SQLite file. */
const headerBytes = 100;
/** A larger database is not copied. */
export const maxCopyBytes = 256 * 1024 * 1024;

/**
 * Reads a database and leaves no trace beside it. Where nothing lies beside it, SQLite is told that it
 * never changes (`immutable=1`), so that it locks nothing and makes no file, and the state before and
 * after is compared. With a write-ahead log and its shared memory, SQLite's own way is taken: a reader
 * disturbs no writer there, and nothing is copied. Anything else, as a crash leaves it, is copied to
 * the temporary folder, in which SQLite may do what it has to.
 *
 * @param work called again from the beginning if the database changed meanwhile. In one transaction.
 */
export function readDatabase<T>(
  fileSystem: FileSystem,
  path: string,
  sqlite: SqliteModule,
  work: (reader: DatabaseReader, state: DatabaseState) => T,
  copies: DatabaseCopies,
): Result<T> {
  const real = fileSystem.realpath(path);
  if (!real.ok) {
    return real;
  }
  let before = closeStateOf(fileSystem, real.value);
  for (let attempt = 0; attempt < maxAttempts && before.ok; attempt += 1) {
    const now = before.value;
    const { state, print } = now;
    const inState = (reader: DatabaseReader) => work(reader, state);
    if (state.wal !== undefined && state.isShared && !isUnc(real.value)) {
      const shared = attemptRead(path, () => readShared(real.value, sqlite, inState));
      if (shared.ok) {
        return shared;
      }
    }
    const isInPlace = state.wal === undefined && state.journal === undefined && !isUnc(real.value);
    if (!isInPlace && state.main.size + (state.wal?.size ?? 0) > maxCopyBytes) {
      return failed(
        t(
          '{0} is being written or was not closed properly, and is too large to be copied. Try again in a moment, or open it in its agent.',
          path,
        ),
      );
    }
    const read = attemptRead(path, () =>
      isInPlace
        ? readInPlace(real.value, sqlite, inState)
        : copies.use(fileSystem, real.value, endingsOf(state), keyOf(now), (copy) =>
            withDatabase(new sqlite.DatabaseSync(copy, { readOnly: false }), inState),
          ),
    );
    const after = closeStateOf(fileSystem, real.value);
    if (!after.ok || (print === after.value.print && isSameDatabase(state, after.value.state))) {
      return read;
    }
    before = after;
  }
  return before.ok
    ? failed(t('{0} is being written right now. Try again in a moment.', path))
    : before;
}

/**
 * Sizes and times of a database; what is empty beside it is as if it were not there.
 *
 * @param path without links, for SQLite writes beside the file itself.
 */
export function stateOf(fileSystem: FileSystem, path: string): Result<DatabaseState> {
  const main = fileSystem.stat(path);
  if (!main.ok) {
    return main;
  }
  const beside = (ending: string) => {
    const stat = fileSystem.stat(path + ending);
    return stat.ok && stat.value.size > 0 ? stat.value : undefined;
  };
  return success({
    main: main.value,
    wal: beside('-wal'),
    journal: beside('-journal'),
    isShared: beside('-shm') !== undefined,
  });
}

export function isSameDatabase(a: DatabaseState, b: DatabaseState): boolean {
  const isSame = (one: FileStat | undefined, other: FileStat | undefined) =>
    one === undefined || other === undefined ? one === other : isSameState(one, other);
  return isSame(a.main, b.main) && isSame(a.wal, b.wal) && isSame(a.journal, b.journal);
}

interface CloseState {
  readonly state: DatabaseState;
  readonly print: string;
}

/**
 * With the file's header, in which SQLite counts the changes: two of them within one tick of the
 * disk's clock look alike otherwise.
 */
function closeStateOf(fileSystem: FileSystem, path: string): Result<CloseState> {
  return withFile<CloseState>(fileSystem, path, (file) => {
    const header = readRange(file, 0, headerBytes);
    if (!header.ok) {
      return header;
    }
    const state = stateOf(fileSystem, path);
    return state.ok
      ? success({ state: state.value, print: header.value.toString('base64') })
      : state;
  });
}

/** Of the files that make up a database, after its path. */
function endingsOf({ wal, journal }: DatabaseState): readonly string[] {
  return [
    '',
    ...(wal === undefined ? [] : ['-wal']),
    ...(journal === undefined ? [] : ['-journal']),
  ];
}

function keyOf({ state, print }: CloseState): string {
  return JSON.stringify([print, state.main, state.wal ?? null, state.journal ?? null]);
}

function readInPlace<T>(
  path: string,
  sqlite: SqliteModule,
  work: (reader: DatabaseReader) => T,
): Result<T> {
  const location = `${pathToFileURL(path).href}?immutable=1`;
  return withDatabase(new sqlite.DatabaseSync(location, { readOnly: true }), work);
}

/** With whoever has it open; one transaction, so that all of it is of one moment. */
function readShared<T>(
  path: string,
  sqlite: SqliteModule,
  work: (reader: DatabaseReader) => T,
): Result<T> {
  const database = new sqlite.DatabaseSync(path, { readOnly: true });
  return withDatabase(database, (reader) => {
    database.prepare('BEGIN').all();
    return work(reader);
  });
}

function withDatabase<T>(database: SqliteDatabase, work: (reader: DatabaseReader) => T): Result<T> {
  function* rows(sql: string, ...parameters: readonly SqlValue[]): Generator<JsonRecord> {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    for (const row of statement.iterate(...parameters)) {
      yield plainRow(row);
    }
  }
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    return (...parameters: readonly SqlValue[]) => statement.all(...parameters).map(plainRow);
  };
  try {
    // A schema is foreign, and may name functions.
    database.prepare('PRAGMA trusted_schema = OFF').all();
    return success(work({ rows, prepare }));
  } finally {
    database.close();
  }
}

/** @param row is SQLite's own, made for nobody else. */
function plainRow(row: unknown): JsonRecord {
  const record = row as Record<string, unknown>;
  for (const name in record) {
    const value = record[name];
    if (typeof value === 'bigint' || value instanceof Uint8Array) {
      record[name] = plainValue(value);
    }
  }
  return record;
}

function plainValue(value: bigint | Uint8Array): number | string {
  if (typeof value !== 'bigint') {
    return new TextDecoder().decode(value);
  }
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** What SQLite or the disk refuses, as a sentence. */
function attemptRead<T>(path: string, read: () => Result<T>): Result<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) {
      // A mistake in this program must not look like a damaged file.
      throw error;
    }
    return failed(t('{0} cannot be read as a SQLite database ({1}).', path, error.message));
  }
}

/** SQLite's addresses of files have no room for the server of a Windows share. */
function isUnc(path: string): boolean {
  return path.startsWith('\\\\');
}
