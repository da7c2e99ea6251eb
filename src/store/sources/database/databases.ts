import { pathToFileURL } from 'node:url';
import { t } from '#base/l10n.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { failed, success, type FileSystem, type Result } from '../../disk/fileSystem.ts';
import { BriefCopies, makeFileCopy, removeFileCopy, makeMemoryCopy } from './copies.ts';
import { closeStateOf, type CloseState, type DatabaseState } from './databaseState.ts';
import {
  columnsOf,
  indexedColumnsOf,
  missingTables,
  tablesIn,
  type KnownTables,
  type SoundTables,
  type TableColumns,
  type WantedTables,
} from './databaseTables.ts';
import { unreadable } from './pages.ts';
import {
  loadSqlite,
  type SqliteDatabase,
  type SqliteModule,
  type SqlParameters,
  type SqliteStatement,
} from './sqliteModule.ts';

export interface DatabaseReader {
  /** Of the database while it is read. */
  readonly state: DatabaseState;
  readonly columns: TableColumns;
  /** See `SoundTables`. */
  readonly newerTables: readonly string[];
  /** Rows as plain JSON values, one at a time: together they may not fit in memory. */
  rows(sql: string, parameters?: SqlParameters): Iterable<JsonRecord>;
  /** Prepares a statement once that runs often and returns few rows. */
  prepare(sql: string): (parameters: SqlParameters) => readonly JsonRecord[];
}

/** Reads of a database that changes during each of them. */
const maxAttempts = 3;
/** A larger database is not copied. */
export const maxCopyBytes = 256 * 1024 * 1024;

interface Place {
  /** For messages. */
  readonly path: string;
  /** Without links. */
  readonly real: string;
  readonly wanted: WantedTables;
}

/** One state of a database, and what was found in it. */
interface Looked extends CloseState {
  readonly sound: Result<SoundTables>;
  /** Known once SQLite was asked. */
  known: Result<KnownTables> | undefined;
}

/** An attempt to read a database whose tables are sound. */
interface Attempt<T> extends Place {
  readonly sqlite: SqliteModule;
  readonly now: Looked;
  readonly sound: SoundTables;
  readonly work: (reader: DatabaseReader) => T;
}

/**
 * Reads databases of other programs without changing them. Such a file may be crafted to do harm: it can make
 * SQLite delete other files, read billions of rows, or compute a table. So its pages are checked first
 * (`tablesIn`), and SQLite may write nowhere.
 *
 * - Where nothing lies beside it, it is opened as never changing (`immutable`), so that it locks
 *   nothing and makes no file, and the state before and after is compared.
 * - With a write-ahead log and its shared memory, SQLite reads both but may not write to that memory
 *   (`readonly_shm`): this disturbs no writer and copies nothing.
 * - Anything else, such as what a crash leaves, is copied to the temporary folder.
 * - Without its agent's indexes, it is copied to memory and indexed there: otherwise each session or message
 *   would need a full scan.
 */
export class Databases {
  readonly #files = new BriefCopies(removeFileCopy);
  readonly #memories = new BriefCopies((memory: SqliteDatabase) => memory.close());
  /** By path and wanted tables. */
  readonly #looked = new Map<string, Looked>();

  /** @param load see `loadSqlite`; for tests. */
  constructor(
    private readonly fileSystem: FileSystem,
    private readonly load = loadSqlite,
  ) {}

  /**
   * Reads a database in one consistent state.
   *
   * @param work called again from the beginning if the database changed meanwhile.
   */
  read<T>(path: string, wanted: WantedTables, work: (reader: DatabaseReader) => T): Result<T> {
    const sqlite = this.load();
    if (sqlite === undefined) {
      return failed(
        t(
          '{0} is a SQLite database, which Node.js {1} cannot read. Version 22.15 or later is required: use a newer VS Code.',
          path,
          process.versions.node,
        ),
      );
    }
    const real = this.fileSystem.realpath(path);
    if (!real.ok) {
      return real;
    }
    const place = { path, real: real.value, wanted };
    let before = closeStateOf(this.fileSystem, real.value);
    for (let attempt = 0; attempt < maxAttempts && before.ok; attempt += 1) {
      const now = this.#look(place, before.value);
      let read: Result<T>;
      if (now.sound.ok) {
        const attempt = { ...place, sqlite, now, sound: now.sound.value, work };
        const shared = this.#isShared(place, now)
          ? this.#readAt(attempt, addressOf(real.value, 'readonly_shm'))
          : undefined;
        if (shared?.ok === true) {
          return shared;
        }
        read = this.#readAlone(attempt);
      } else {
        read = now.sound;
      }
      const after = closeStateOf(this.fileSystem, real.value);
      if (!after.ok || after.value.key === now.key) {
        return read;
      }
      before = after;
    }
    return before.ok
      ? failed(t('{0} is being written right now. Try again in a moment.', path))
      : before;
  }

  /** Deletes all copies. */
  dispose(): void {
    this.#files.dispose();
    this.#memories.dispose();
  }

  /** Checks the pages of a database, once per state. */
  #look(place: Place, now: CloseState): Looked {
    const id = idOf(place);
    const last = this.#looked.get(id);
    if (last?.key === now.key) {
      return last;
    }
    const { main } = now.state;
    // A running agent commits often: tables that were sound are not checked again for each transaction.
    const before =
      last?.sound.ok === true &&
      last.state.main.identity === main.identity &&
      last.state.main.size <= main.size
        ? last.sound.value
        : undefined;
    const sound = tablesIn(this.fileSystem, place, now.state, before);
    const looked = { ...now, sound, known: undefined };
    this.#looked.set(id, looked);
    return looked;
  }

  /** SQLite follows links when it writes, and deletes files beside an empty database. */
  #isShared({ real }: Place, { state: { wal, journal, isShared } }: CloseState): boolean {
    return (
      isShared &&
      wal !== undefined &&
      journal === undefined &&
      !isUnc(real) &&
      ['-wal', '-shm'].every((ending) => {
        const beside = this.fileSystem.realpath(real + ending);
        return beside.ok && beside.value === real + ending;
      })
    );
  }

  #readAlone<T>(attempt: Attempt<T>): Result<T> {
    const { real, path, now } = attempt;
    const { main, wal, journal } = now.state;
    if (wal === undefined && journal === undefined && !isUnc(real)) {
      return this.#readAt(attempt, addressOf(real, 'immutable'));
    }
    if (main.size + (wal?.size ?? 0) > maxCopyBytes) {
      return failed(
        t(
          '{0} is being written or was not closed properly, and is too large to be copied. Try again in a moment, or open it in its agent.',
          path,
        ),
      );
    }
    return attemptRead(path, () =>
      this.#files.use(
        real,
        now.key,
        () => makeFileCopy(this.fileSystem, real, now.state),
        ({ file }) => this.#readAt(attempt, addressOf(file, 'immutable')),
      ),
    );
  }

  /** @param address with an option that keeps SQLite from writing. */
  #readAt<T>(attempt: Attempt<T>, address: string): Result<T> {
    const { sqlite, wanted, path, now, sound, work } = attempt;
    return attemptRead(path, () => {
      const database = new sqlite.DatabaseSync(address, { readOnly: true });
      try {
        // The schema is foreign and may call functions.
        database.prepare('PRAGMA trusted_schema = OFF').all();
        database.prepare('PRAGMA cell_size_check = ON').all();
        // All reads see the same state, even while others write.
        database.prepare('BEGIN').all();
        const rowsOf = (sql: string) => database.prepare(sql).all().map(plainRow);
        now.known ??= columnsOf(rowsOf, path, sound.tables, wanted);
        if (!now.known.ok) {
          return now.known;
        }
        const { columns, areIndexed } = now.known.value;
        const about = { state: now.state, columns, newerTables: sound.newer };
        const use = (from: SqliteDatabase) =>
          success(work(readerOf(from, about, missingTables(columns, wanted))));
        return areIndexed || !sound.areSmall
          ? use(database)
          : this.#memories.use(
              idOf(attempt),
              now.key,
              () => success(makeMemoryCopy(sqlite, address, columns, indexedColumnsOf(wanted))),
              use,
            );
      } finally {
        database.close();
      }
    });
  }
}

function idOf({ real, wanted }: Place): string {
  return [real, ...Object.keys(wanted.tables)].join('\n');
}

function addressOf(path: string, option: 'immutable' | 'readonly_shm'): string {
  return `${pathToFileURL(path).href}?${option}=1`;
}

/** @param missing what makes missing tables empty ones in each statement. */
function readerOf(
  database: SqliteDatabase,
  about: Pick<DatabaseReader, 'state' | 'columns' | 'newerTables'>,
  missing: string,
): DatabaseReader {
  // All of them are kept: in Node 22.15 rows end with an error once nothing else holds their statement.
  const prepared = new Map<string, SqliteStatement>();
  const statementOf = (sql: string): SqliteStatement => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(missing + sql);
      statement.setReadBigInts(true);
      prepared.set(sql, statement);
    }
    return statement;
  };
  return {
    ...about,
    *rows(sql, parameters = {}) {
      for (const row of statementOf(sql).iterate(parameters)) {
        yield plainRow(row);
      }
    },
    prepare: (sql) => {
      const statement = statementOf(sql);
      return (parameters) => statement.all(parameters).map(plainRow);
    },
  };
}

/** @param row is a fresh object of SQLite's that nothing else holds. */
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
    return unreadable(path, error.message);
  }
}

/** SQLite's file URIs cannot name the server of a Windows share. */
function isUnc(path: string): boolean {
  return path.startsWith('\\\\');
}
