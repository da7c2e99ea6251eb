import type { DatabaseLayout } from '#agents/contract/sources.ts';
import { t } from '#base/l10n.ts';
import type { Pacer } from '#base/pacer.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { shallowRecord } from '#core/jsonl/shallowJson.ts';
import { oneLine } from '#core/text/oneLine.ts';
import {
  failed,
  failure,
  success,
  valueOf,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import type { PathStyle } from '../../disk/pathStyle.ts';
import type { DatabaseReader, Databases } from './databases.ts';
import { isSameDatabase, stateOf, type DatabaseState } from './databaseState.ts';
import { EntryContexts } from './entryContexts.ts';
import { enterDatabase, enterSession } from './enterSession.ts';
import { FolderReader } from './folderDatabases.ts';
import { unreadable } from './pages.ts';
import { isAfter, placeOf } from './rowOrder.ts';
import { idOf, nameOf } from './sessionNames.ts';
import type { SqlValue } from './sqliteModule.ts';

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
  /** The database's, when all of this was read. */
  readonly seenIn: DatabaseState;
  /** What reading it threw, which must cost no other session. */
  readonly fault?: Error;
}

/** By the name of each. */
export type SessionsByName = ReadonlyMap<string, DatabaseSession>;

interface SomeSessions {
  readonly sessions: SessionsByName;
  /** Place of the last one. */
  readonly after: SqlValue;
  readonly isDone: boolean;
}

type Folders = () => ReadonlyMap<string, string>;

/** Of a part of an entry that may tell a title, and how many of them: an image is larger. */
const openingParts = { bytes: 1024 * 1024, count: 50 };
const anyNumber = 1_000_000;
/** Of which the database is asked at once. */
const sliceSessions = 200;

/**
 * The sessions of one database. As long as that is as it was, nothing is read; when it changed, the
 * rows of the sessions, and what opens those that changed. No other entry is read for a list.
 */
export class SessionDatabase {
  readonly contexts: EntryContexts;
  readonly #folders: FolderReader;
  /** As each was read last. */
  readonly #sessions = new Map<string, DatabaseSession>();
  #listed: { readonly state: DatabaseState; readonly sessions: Result<SessionsByName> } | undefined;

  constructor(
    private readonly fileSystem: FileSystem,
    style: PathStyle,
    readonly path: string,
    readonly layout: DatabaseLayout,
    private readonly databases: Databases,
  ) {
    this.contexts = new EntryContexts(layout);
    this.#folders = new FolderReader(fileSystem, style, databases);
  }

  /**
   * All of them as of now, giving way to other work.
   *
   * @throws the pacer's reason when aborted.
   */
  async list(pacer: Pacer): Promise<Result<SessionsByName>> {
    const now = this.#stateNow();
    if (!now.ok) {
      this.#listed = undefined;
      return now;
    }
    // Another program's memory beside it tells nothing: only its log does.
    if (this.#listed === undefined || !isSameDatabase(this.#listed.state, now.value)) {
      this.#listed = { state: now.value, sessions: await this.#readAll(pacer) };
    }
    return this.#listed.sessions;
  }

  /**
   * One of them as of now.
   *
   * @param name see `DatabaseSession`.
   * @throws what reading this session threw for a mistake of this program.
   */
  session(name: string): Result<DatabaseSession> {
    const now = this.#stateNow();
    if (!now.ok) {
      return now;
    }
    const known = this.#sessions.get(name);
    if (known === undefined || !isSameDatabase(known.seenIn, now.value)) {
      const read = this.use((reader) => this.#read(reader, idOf(name), known));
      if (!read.ok) {
        return read;
      }
      this.#keep(name, read.value);
    }
    const session = this.#sessions.get(name);
    if (session?.fault !== undefined) {
      throw session.fault;
    }
    return session === undefined
      ? failure(`${this.path}/${name}`, 'notFound')
      : session.row.tooLong === 0
        ? success(session)
        : failed(
            t(
              'The session {0} in {1} cannot be read: its row has a value larger than 64 KB.',
              oneLine(session.id, 60),
              this.path,
            ),
          );
  }

  /** The names of all of them. */
  names(): Result<readonly string[]> {
    return this.use((reader) => {
      const { sessionsSql, sessionSql } = this.layout;
      const rowOf = reader.prepare(sessionSql);
      const ids = [...reader.rows(sessionsSql, { after: null, count: anyNumber })].map(
        ({ id }) => id,
      );
      const isListed = (id: unknown): id is string => isId(id) && rowOf({ id }).length > 0;
      return [...new Set(ids.filter(isListed))].map(nameOf);
    });
  }

  /**
   * Lets `work` read it, in one transaction; see `Databases.read`.
   *
   * @param session the only one whose entries are read.
   */
  use<T>(work: (reader: DatabaseReader) => T, session?: DatabaseSession): Result<T> {
    if (session === undefined) {
      return this.databases.read(this.path, this.layout, work);
    }
    const enter = () => enterSession(this.fileSystem, this.path, session);
    const entered = enter();
    if (!entered.ok) {
      return entered;
    }
    // Whenever the file is opened, that says that all of it is read.
    const done = this.databases.read(this.path, this.layout, (reader) => {
      enter();
      return work(reader);
    });
    enter();
    return done;
  }

  #stateNow(): Result<DatabaseState> {
    const real = this.fileSystem.realpath(this.path);
    return real.ok ? stateOf(this.fileSystem, real.value) : real;
  }

  #keep(name: string, session: DatabaseSession | undefined): void {
    if (session === undefined) {
      this.#sessions.delete(name);
    } else {
      this.#sessions.set(name, session);
    }
  }

  async #readAll(pacer: Pacer): Promise<Result<SessionsByName>> {
    const { folders: layout } = this.layout;
    const told = layout && (await this.#folders.foldersInTurn(this.path, layout, pacer));
    let folders: ReadonlyMap<string, string> | undefined;
    const foldersIn = (reader: DatabaseReader): ReadonlyMap<string, string> =>
      (folders ??= this.#foldersOf(reader, told));
    const sessions = new Map<string, DatabaseSession>();
    let after: SqlValue = null;
    for (let isDone = false; !isDone;) {
      const from: SqlValue = after;
      const read = this.use((reader): SomeSessions | undefined =>
        this.#readSome(reader, from, sessions, () => foldersIn(reader), pacer),
      );
      if (!read.ok) {
        return read;
      }
      if (read.value === undefined) {
        return unreadable(this.path, 'database disk image is malformed');
      }
      for (const [name, session] of read.value.sessions) {
        sessions.set(name, session);
        this.#keep(name, session);
      }
      ({ after, isDone } = read.value);
      if (!isDone) {
        await pacer.pause();
      }
    }
    for (const name of [...this.#sessions.keys()].filter((each) => !sessions.has(each))) {
      this.#sessions.delete(name);
    }
    return success(sessions);
  }

  /**
   * Reads sessions until others get their turn.
   *
   * @param before those that were read already: nothing keeps two from having one ID.
   * @returns undefined if they are in no order, in which reading might never end.
   */
  #readSome(
    reader: DatabaseReader,
    from: SqlValue,
    before: SessionsByName,
    folders: Folders,
    pacer: Pacer,
  ): SomeSessions | undefined {
    const { sessionsSql, sessionSql } = this.layout;
    const next = reader.prepare(sessionsSql);
    // Says what is missing, though there may be no session.
    reader.prepare(sessionSql);
    const sessions = new Map<string, DatabaseSession>();
    let after = from;
    for (;;) {
      const rows = next({ after, count: sliceSessions });
      for (const { place, id, tooLong } of rows) {
        const here = placeOf(place);
        if (!isAfter(here, after)) {
          return undefined;
        }
        after = here;
        const known = tooLong === 1 ? `#${String(place)}` : id;
        // SQLite lets a text that is a primary key be missing.
        const name = isId(known) ? nameOf(known) : undefined;
        if (isId(known) && name !== undefined && !before.has(name) && !sessions.has(name)) {
          const session =
            tooLong === 1
              ? this.#opened(reader, { id: known, tooLong }, folders)
              : this.#read(reader, known, this.#sessions.get(name), folders);
          if (session !== undefined) {
            sessions.set(name, session);
          }
        }
        if (pacer.isDue) {
          return { sessions, after, isDone: false };
        }
      }
      if (rows.length === 0) {
        return { sessions, after, isDone: true };
      }
    }
  }

  /**
   * @param known the same session as it was read before.
   * @param folders for a list, which needs no more of a session whose row is the same.
   */
  #read(
    reader: DatabaseReader,
    id: string,
    known: DatabaseSession | undefined,
    folders?: Folders,
  ): DatabaseSession | undefined {
    const [row] = reader.prepare(this.layout.sessionSql)({ id });
    if (row === undefined) {
      return undefined;
    }
    if (known?.version === JSON.stringify(row)) {
      if (this.layout.stateSql === undefined) {
        return { ...known, seenIn: reader.state };
      }
      if (folders !== undefined) {
        return known;
      }
    }
    const { folder } = known?.row ?? {};
    const ofOne = () =>
      typeof folder === 'string' ? new Map([[id, folder]]) : this.#foldersOf(reader);
    return this.#opened(reader, row, folders ?? ofOne);
  }

  /**
   * Whose the sessions are that do not say it themselves.
   *
   * @param told by other databases.
   */
  #foldersOf(
    reader: DatabaseReader,
    told?: ReadonlyMap<string, string>,
  ): ReadonlyMap<string, string> {
    const { folders: layout } = this.layout;
    if (layout === undefined) {
      return new Map();
    }
    const own = [...reader.rows(layout.ownSql)].flatMap(({ id, folder }): [string, string][] =>
      typeof id === 'string' && typeof folder === 'string' ? [[id, folder]] : [],
    );
    return new Map([...(told ?? this.#folders.folders(this.path, layout)), ...own]);
  }

  #opened(reader: DatabaseReader, row: JsonRecord, folders: Folders): DatabaseSession {
    const { state } = reader;
    const id = String(row.id);
    const version = JSON.stringify(row);
    const found = { id, name: nameOf(id), row, version, seenIn: state };
    try {
      valueOf(enterSession(this.fileSystem, this.path, found));
      return { ...found, ...this.#told(reader, id, row, folders) };
    } catch (error) {
      // What SQLite or the disk refuses concerns the whole database.
      if (error instanceof Error && 'code' in error) {
        throw error;
      }
      const fault = error instanceof Error ? error : new Error(String(error));
      return { ...found, opening: [], stat: state.main, fault };
    } finally {
      enterDatabase(this.fileSystem, this.path, state);
    }
  }

  #told(
    reader: DatabaseReader,
    id: string,
    row: JsonRecord,
    folders: Folders,
  ): Pick<DatabaseSession, 'row' | 'opening' | 'stat'> {
    const { stateSql, openingSql, headerOf, recordOf, changedAt } = this.layout;
    const isWhole = row.tooLong === 0;
    const [state] = isWhole && stateSql !== undefined ? reader.prepare(stateSql)({ id }) : [];
    const told = { ...row, ...state };
    const folder = this.layout.folders && (told.folder ?? folders().get(id));
    const whole = folder === undefined ? told : { ...told, folder };
    const context = this.contexts.of(reader, whole, openingParts);
    const opening = isWhole
      ? reader
          .prepare(openingSql)({ id })
          .map((entry) => shallowRecord(recordOf(entry, context)))
      : [];
    const { main } = reader.state;
    return {
      row: whole,
      opening: [headerOf(whole), ...opening],
      stat: {
        size: typeof whole.bytes === 'number' ? whole.bytes : 0,
        mtimeMs: changedAt(whole) ?? main.mtimeMs,
        identity: main.identity === undefined ? undefined : `${main.identity}#${id}`,
      },
    };
  }
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '';
}
