import type { DatabaseLayout, EntryContext } from '#agents/contract/sources.ts';
import { t } from '#base/l10n.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { shallowRecord } from '#core/jsonl/shallowJson.ts';
import { oneLine } from '#core/text/oneLine.ts';
import {
  failed,
  failure,
  success,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import type { PathStyle } from '../../disk/pathStyle.ts';
import type { DatabaseCopies } from './databaseCopies.ts';
import { columnsOf, missingTables, type TableColumns } from './databaseTables.ts';
import { FolderReader } from './folderDatabases.ts';
import { loadSqlite } from './sqliteModule.ts';
import {
  isSameDatabase,
  readDatabase,
  stateOf,
  type DatabaseReader,
  type DatabaseState,
} from './readDatabase.ts';

/** A session as its row and the entries that open it tell it. */
export interface DatabaseSession {
  readonly id: string;
  /** Of its path below the database. */
  readonly name: string;
  readonly row: JsonRecord;
  readonly stat: FileStat;
  /** Its first record and those that tell its title. */
  readonly opening: readonly JsonRecord[];
  /** The session's row as text: another one means that the session changed. */
  readonly version: string;
  /** The database's, when this was read. */
  readonly seenIn: DatabaseState | undefined;
  /** What reading it threw, which must cost no other session. */
  readonly fault?: Error;
}

/** Of a part of an entry that may tell a title: an image is larger. */
const maxOpeningBytes = 1024 * 1024;

/**
 * The sessions of one database. As long as that is as it was, nothing is read; when it changed, the
 * rows of the sessions, and what opens those that changed. No other entry is read for a list.
 */
export class SessionDatabase {
  readonly #folders: FolderReader;
  #state: DatabaseState | undefined;
  #sessions: Result<Map<string, DatabaseSession>> = success(new Map());

  /** @param load see `loadSqlite`; for tests. */
  constructor(
    private readonly fileSystem: FileSystem,
    style: PathStyle,
    readonly path: string,
    readonly layout: DatabaseLayout,
    private readonly copies: DatabaseCopies,
    private readonly load = loadSqlite,
  ) {
    this.#folders = new FolderReader(fileSystem, style, copies);
  }

  /** As of now, by the name of each. */
  sessions(): Result<Map<string, DatabaseSession>> {
    const real = this.fileSystem.realpath(this.path);
    const now = real.ok ? stateOf(this.fileSystem, real.value) : real;
    if (!now.ok) {
      this.#state = undefined;
      return now;
    }
    // Another program's memory beside it tells nothing: only its log does.
    if (this.#state === undefined || !isSameDatabase(this.#state, now.value)) {
      const read = this.use((reader, state) => ({ state, sessions: this.#read(reader, state) }));
      this.#state = read.ok ? read.value.state : now.value;
      this.#sessions = read.ok ? read.value.sessions : read;
    }
    return this.#sessions;
  }

  /**
   * @param name see `DatabaseSession`.
   * @throws what reading this session threw for a mistake of this program.
   */
  session(name: string): Result<DatabaseSession> {
    const sessions = this.sessions();
    if (!sessions.ok) {
      return sessions;
    }
    const found = sessions.value.get(name);
    if (found === undefined) {
      return failure(`${this.path}/${name}`, 'notFound');
    }
    if (found.fault !== undefined) {
      throw found.fault;
    }
    if (found.row.tooLong !== 0) {
      return failed(
        t(
          'The session {0} in {1} cannot be read: its row has a value larger than 64 KB.',
          oneLine(found.id, 60),
          this.path,
        ),
      );
    }
    if (this.layout.stateSql === undefined || found.seenIn === this.#state) {
      return success(found);
    }
    const state = this.#state;
    const { id, row } = found;
    const folders = () =>
      new Map(typeof row.folder === 'string' ? [[id, row.folder] as const] : []);
    const again = this.use((reader, { main }) => {
      const columns = this.columns(reader);
      return columns.ok
        ? success({
            ...this.#opened(reader, columns.value, main, found, folders),
            seenIn: state,
          })
        : columns;
    });
    if (again.ok && again.value.ok) {
      sessions.value.set(name, again.value.value);
    }
    return again.ok ? again.value : again;
  }

  /** Lets `work` read it, in one transaction; see `readDatabase`. */
  use<T>(work: (reader: DatabaseReader, state: DatabaseState) => T): Result<T> {
    const sqlite = this.load();
    return sqlite === undefined
      ? failed(
          t(
            '{0} is a SQLite database, which Node.js {1} cannot read. Version 22.13 or later is required: use a newer VS Code.',
            this.path,
            process.versions.node,
          ),
        )
      : readDatabase(this.fileSystem, this.path, sqlite, work, this.copies);
  }

  /** @returns a failure where it is not as the agent makes it. */
  columns(reader: DatabaseReader): Result<TableColumns> {
    return columnsOf(reader, this.path, this.layout.tables, this.layout.laterTables);
  }

  /**
   * What the records of a session's entries are made from.
   *
   * @param maxBytes of one part; a larger one is left out.
   */
  context(
    reader: DatabaseReader,
    columns: TableColumns,
    session: JsonRecord,
    maxBytes: number,
  ): EntryContext {
    const { parts } = this.layout.entries;
    const read = columns.get(parts?.table ?? '');
    if (parts === undefined || read === undefined) {
      return { session, partsOf: () => [] };
    }
    let rowsOf: ((entry: string) => readonly JsonRecord[]) | undefined;
    return {
      session,
      partsOf: (entry) => {
        const size = bytesOf(parts.table, read);
        rowsOf ??= reader.prepare(
          `SELECT ${read.join(', ')} FROM ${parts.table} WHERE ${parts.entry} = ? AND ${size} <= ${maxBytes} ORDER BY ${parts.order.join(', ')}`,
        );
        return rowsOf(entry);
      },
    };
  }

  #read(reader: DatabaseReader, state: DatabaseState): Result<Map<string, DatabaseSession>> {
    const columns = this.columns(reader);
    if (!columns.ok) {
      return columns;
    }
    const before = this.#sessions.ok ? this.#sessions.value : undefined;
    const sessions = new Map<string, DatabaseSession>();
    let folders: ReadonlyMap<string, string> | undefined;
    const allFolders = () => (folders ??= this.#foldersOf(reader, columns.value));
    const { sessionsSql, laterTables } = this.layout;
    for (const row of reader.rows(missingTables(columns.value, laterTables) + sessionsSql)) {
      const { id } = row;
      // SQLite lets a text that is a primary key be missing.
      if (typeof id === 'string' && id !== '') {
        const name = nameOf(id);
        const version = JSON.stringify(row);
        const known = before?.get(name);
        const isKnown = known?.version === version;
        const found = { id, name, row, version };
        const opened = () => {
          try {
            return this.#opened(reader, columns.value, state.main, found, allFolders);
          } catch (error) {
            // What SQLite or the disk refuses concerns the whole database.
            if (error instanceof Error && 'code' in error) {
              throw error;
            }
            const fault = error instanceof Error ? error : new Error(String(error));
            return { ...found, opening: [], stat: state.main, fault };
          }
        };
        sessions.set(name, isKnown ? known : { ...opened(), seenIn: state });
      }
    }
    return success(sessions);
  }

  /** Whose the sessions are that do not say it themselves. */
  #foldersOf(reader: DatabaseReader, columns: TableColumns): ReadonlyMap<string, string> {
    const { folders: layout, laterTables } = this.layout;
    const sqlite = this.load();
    if (layout === undefined || sqlite === undefined) {
      return new Map();
    }
    const own = [...reader.rows(missingTables(columns, laterTables) + layout.ownSql)].flatMap(
      ({ id, folder }): [string, string][] =>
        typeof id === 'string' && typeof folder === 'string' ? [[id, folder]] : [],
    );
    return new Map([...this.#folders.folders(this.path, layout, sqlite), ...own]);
  }

  #opened(
    reader: DatabaseReader,
    columns: TableColumns,
    main: FileStat,
    { id, name, row, version }: Pick<DatabaseSession, 'id' | 'name' | 'row' | 'version'>,
    folders: () => ReadonlyMap<string, string>,
  ): Omit<DatabaseSession, 'seenIn'> {
    const { stateSql, openingSql, headerOf, recordOf, changedAt, laterTables } = this.layout;
    const isWhole = row.tooLong === 0;
    const [state] =
      isWhole && stateSql !== undefined
        ? [...reader.rows(missingTables(columns, laterTables) + stateSql, id)]
        : [];
    const told = { ...row, ...state };
    const folder = this.layout.folders && (told.folder ?? folders().get(id));
    const whole = folder === undefined ? told : { ...told, folder };
    const context = this.context(reader, columns, whole, maxOpeningBytes);
    const opening = isWhole
      ? [...reader.rows(openingSql, id)].map((entry) => shallowRecord(recordOf(entry, context)))
      : [];
    return {
      id,
      name,
      row: whole,
      version,
      opening: [headerOf(whole), ...opening],
      stat: {
        size: typeof whole.bytes === 'number' ? whole.bytes : 0,
        mtimeMs: changedAt(whole) ?? main.mtimeMs,
        identity: main.identity === undefined ? undefined : `${main.identity}#${id}`,
      },
    };
  }
}

/** SQL for the bytes of a row, whose values SQLite does not load for it. */
export function bytesOf(table: string, columns: readonly string[]): string {
  return columns.map((column) => `ifnull(octet_length(${table}.${column}), 0)`).join(' + ');
}

/** A file name for a session, whatever its id holds. */
function nameOf(id: string): string {
  const plain = [...new TextEncoder().encode(id)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9._-]/.test(character)
      ? character
      : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  });
  return `${plain.join('')}.jsonl`;
}
