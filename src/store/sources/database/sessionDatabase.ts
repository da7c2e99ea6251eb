import type { DatabaseLayout, DatabaseTables } from '#agents/contract/databaseLayout.ts';
import { t } from '#base/l10n.ts';
import type { Pacer } from '#base/pacer.ts';
import { oneLine } from '#core/text/oneLine.ts';
import {
  failed,
  failure,
  success,
  valueOf,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import type { PathStyle } from '../../disk/pathStyle.ts';
import type { DatabaseReader, Databases } from './databases.ts';
import { isSameDatabase, databaseStateOf, type DatabaseState } from './databaseState.ts';
import { generationsOf } from './databaseTables.ts';
import type { EntryContexts } from './entryContexts.ts';
import {
  enterSession,
  OpenedSessions,
  type DatabaseSession,
  type Folders,
  type SessionsByName,
  sessionIdIn,
  sessionFileName,
} from './openedSessions.ts';
import { unreadable } from './pages.ts';
import { isAfter, rowPlaceOf } from './sessionRows.ts';
import type { SqlValue } from './sqliteModule.ts';

interface SomeSessions {
  readonly sessions: SessionsByName;
  readonly after: SqlValue;
  readonly isDone: boolean;
}

const anyNumber = 1_000_000;
/** Of which the database is asked at once. */
const sliceSessions = 200;

/**
 * The sessions of one database. Nothing is read while it is unchanged. After a change, a list reads the
 * sessions' rows and the first entries of those that changed, and no other entries.
 */
export class SessionDatabase {
  readonly #opened: OpenedSessions;
  readonly #sessions = new Map<string, DatabaseSession>();
  /** Those of the last list; see `SoundTables`. */
  newerTables: readonly string[] = [];
  #listed: { readonly state: DatabaseState; readonly sessions: Result<SessionsByName> } | undefined;

  constructor(
    private readonly fileSystem: FileSystem,
    style: PathStyle,
    readonly path: string,
    readonly layout: DatabaseLayout,
    private readonly databases: Databases,
  ) {
    this.#opened = new OpenedSessions(fileSystem, style, path, layout, databases);
  }

  get contexts(): EntryContexts {
    return this.#opened.contexts;
  }

  /**
   * All current sessions; lets other work run in between.
   *
   * @throws the pacer's reason when aborted.
   */
  async list(pacer: Pacer): Promise<Result<SessionsByName>> {
    const now = this.#stateNow();
    if (!now.ok) {
      this.#listed = undefined;
      return now;
    }
    // The shared memory beside it says nothing about changes; only the log does.
    if (this.#listed === undefined || !isSameDatabase(this.#listed.state, now.value)) {
      this.#listed = { state: now.value, sessions: await this.#readAll(pacer) };
    }
    return this.#listed.sessions;
  }

  /**
   * One current session.
   *
   * @param name see `DatabaseSession`.
   * @throws failures, as `valueOf`; what reading it threw due to a bug in this program.
   */
  session(name: string): DatabaseSession {
    const now = valueOf(this.#stateNow());
    const known = this.#sessions.get(name);
    const session =
      known !== undefined && isSameDatabase(known.seenIn, now)
        ? known
        : this.use((reader) => this.#opened.read(reader, sessionIdIn(name), known));
    if (session === undefined) {
      this.#sessions.delete(name);
      return valueOf(failure(`${this.path}/${name}`, 'notFound'));
    }
    this.#sessions.set(name, session);
    if (session.fault !== undefined) {
      throw session.fault;
    }
    if (session.row.tooLong !== 0) {
      const message = t(
        'The session {0} in {1} cannot be read: its row has a value larger than 64 KB.',
        oneLine(session.id, 60),
        this.path,
      );
      return valueOf(failed(message));
    }
    return session;
  }

  /** The names of all of them. @throws failures, as `valueOf`. */
  names(): readonly string[] {
    return this.use((reader) => {
      const ids = this.#generations.flatMap(({ sessionsSql, sessionSql }) => {
        const rowOf = reader.prepare(sessionSql);
        return [...reader.rows(sessionsSql, { after: null, count: anyNumber })]
          .map(({ id }) => id)
          .filter((id): id is string => isId(id) && rowOf({ id }).length > 0);
      });
      return [...new Set(ids)].map(sessionFileName);
    });
  }

  /**
   * Lets `work` read the database in one transaction; see `Databases.read`.
   *
   * @param session the only one whose entries are read.
   * @throws failures, as `valueOf`.
   */
  use<T>(work: (reader: DatabaseReader) => T, session?: DatabaseSession): T {
    if (session === undefined) {
      return valueOf(this.databases.read(this.path, this.layout, work));
    }
    const enter = () => enterSession(this.fileSystem, this.path, session);
    valueOf(enter());
    // Opening the file reports that all of it is read.
    const done = this.databases.read(this.path, this.layout, (reader) => {
      enter();
      return work(reader);
    });
    enter();
    return valueOf(done);
  }

  #stateNow(): Result<DatabaseState> {
    const real = this.fileSystem.realpath(this.path);
    return real.ok ? databaseStateOf(this.fileSystem, real.value) : real;
  }

  get #generations(): readonly DatabaseTables[] {
    return generationsOf<DatabaseTables>(this.layout);
  }

  async #readAll(pacer: Pacer): Promise<Result<SessionsByName>> {
    const fromOthers = await this.#opened.foldersElsewhere(pacer);
    let folders: ReadonlyMap<string, string> | undefined;
    const foldersIn = (reader: DatabaseReader): ReadonlyMap<string, string> =>
      (folders ??= this.#opened.foldersOf(reader, fromOthers));
    const sessions = new Map<string, DatabaseSession>();
    for (const tables of this.#generations) {
      let after: SqlValue = null;
      for (let isDone = false; !isDone;) {
        const from: SqlValue = after;
        const read = this.databases.read(
          this.path,
          this.layout,
          (reader): SomeSessions | undefined =>
            this.#readSome(reader, tables, from, sessions, () => foldersIn(reader), pacer),
        );
        if (!read.ok) {
          return read;
        }
        if (read.value === undefined) {
          return unreadable(this.path, 'database disk image is malformed');
        }
        for (const [name, session] of read.value.sessions) {
          sessions.set(name, session);
          this.#sessions.set(name, session);
        }
        ({ after, isDone } = read.value);
        if (!isDone) {
          await pacer.pause();
        }
      }
    }
    for (const name of [...this.#sessions.keys()].filter((each) => !sessions.has(each))) {
      this.#sessions.delete(name);
    }
    return success(sessions);
  }

  /**
   * Reads a slice of sessions.
   *
   * @param before sessions read already: two may have the same ID.
   * @returns undefined if they are out of order, in which case reading might never end.
   */
  #readSome(
    reader: DatabaseReader,
    tables: DatabaseTables,
    from: SqlValue,
    before: SessionsByName,
    folders: Folders,
    pacer: Pacer,
  ): SomeSessions | undefined {
    const { sessionsSql, sessionSql } = tables;
    this.newerTables = reader.newerTables;
    const next = reader.prepare(sessionsSql);
    // Says what is missing, though there may be no session.
    reader.prepare(sessionSql);
    const sessions = new Map<string, DatabaseSession>();
    let after = from;
    for (;;) {
      const rows = next({ after, count: sliceSessions });
      for (const { place, id, tooLong } of rows) {
        const here = rowPlaceOf(place);
        if (!isAfter(here, after)) {
          return undefined;
        }
        after = here;
        const known = tooLong === 1 ? `#${String(place)}` : id;
        // SQLite allows NULL in a text primary key.
        const name = isId(known) ? sessionFileName(known) : undefined;
        if (isId(known) && name !== undefined && !before.has(name) && !sessions.has(name)) {
          const session =
            tooLong === 1
              ? this.#opened.opened(reader, { id: known, tooLong }, tables, folders)
              : this.#opened.read(reader, known, this.#sessions.get(name), folders);
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
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '';
}
