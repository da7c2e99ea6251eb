import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionDatabase } from '#agents/contract/sessionDatabase.ts';
import {
  success,
  type FileStat,
  type FileSystem,
  type FileWork,
  type FolderEntry,
  type OpenFile,
  type Result,
} from '../../disk/fileSystem.ts';
import { NodeFileSystem } from '../../disk/nodeFileSystem.ts';
import { SqliteLogs } from './sqliteLogs.ts';
import { loadSqlite, type SqliteModule } from './sqliteModule.ts';
import { DatabaseCopies } from './sqliteCopies.ts';
import { failed } from './sqliteReader.ts';

/** The disk, on which the databases of agents are folders of logs. */
export function diskFileSystem(adapters: readonly AgentAdapter[]): FileSystem {
  const formats = adapters.flatMap(({ layout }) => layout.database ?? []);
  return new SqliteFileSystem(new NodeFileSystem(), formats, loadSqlite);
}

/** A place in a database. */
interface Place {
  /** Path of the database file. */
  readonly database: string;
  readonly format: SessionDatabase;
  /** Name of a log in it. */
  readonly name: string;
}

/**
 * A file system in which a database of sessions is a folder with a log for each session. Everything
 * else passes through, and so does a folder that only bears a database's name.
 */
export class SqliteFileSystem implements FileSystem {
  readonly #inner: FileSystem;
  readonly #formats: readonly SessionDatabase[];
  readonly #load: () => SqliteModule | undefined;
  readonly #databases = new Map<string, SqliteLogs>();
  readonly #copies = new DatabaseCopies();

  /** @param load asked when the first database was found. */
  constructor(
    inner: FileSystem,
    formats: readonly SessionDatabase[],
    load: () => SqliteModule | undefined,
  ) {
    this.#inner = inner;
    this.#formats = formats;
    this.#load = load;
  }

  hold(): () => void {
    this.#copies.hold();
    return () => {
      this.#copies.release();
    };
  }

  get work(): FileWork {
    return this.#inner.work;
  }

  list(path: string): Result<readonly FolderEntry[]> {
    const listed = this.#inner.list(path);
    const format = this.#formatOf(path);
    if (listed.ok || listed.failure.code !== 'notAFolder' || format === undefined) {
      return listed;
    }
    const logs = this.#logs(path, format);
    const names = logs.ok ? logs.value.names() : logs;
    return names.ok ? success(names.value.map((name) => ({ name, kind: 'file' as const }))) : names;
  }

  stat(path: string): Result<FileStat> {
    return this.#inPlace(
      path,
      () => this.#inner.stat(path),
      (logs, { name }) => logs.stat(name),
    );
  }

  open(path: string): Result<OpenFile> {
    return this.#inPlace(
      path,
      () => this.#inner.open(path),
      (logs, { name }) => {
        const read = logs.read(name);
        return read.ok ? success(openText(read.value.bytes, read.value.stat)) : read;
      },
    );
  }

  realpath(path: string): Result<string> {
    return this.#inPlace(
      path,
      () => this.#inner.realpath(path),
      (logs, { database, name }) => {
        const stat = logs.stat(name);
        const real = stat.ok ? this.#inner.realpath(database) : stat;
        return real.ok ? success(real.value + path.slice(database.length)) : real;
      },
    );
  }

  /** What the disk has at a path goes first: below a file it has nothing. */
  #inPlace<T>(
    path: string,
    onDisk: () => Result<T>,
    inDatabase: (logs: SqliteLogs, place: Place) => Result<T>,
  ): Result<T> {
    const found = onDisk();
    const place = found.ok ? undefined : this.#placeOf(path);
    // Windows does not say why there is nothing.
    if (
      found.ok ||
      place === undefined ||
      (found.failure.code !== 'notAFolder' && found.failure.code !== 'notFound')
    ) {
      return found;
    }
    if (!this.#databases.has(place.database)) {
      const listed = this.#inner.list(place.database);
      if (listed.ok || listed.failure.code !== 'notAFolder') {
        return found;
      }
    }
    const logs = this.#logs(place.database, place.format);
    return logs.ok ? inDatabase(logs.value, place) : logs;
  }

  #logs(database: string, format: SessionDatabase): Result<SqliteLogs> {
    const known = this.#databases.get(database);
    if (known !== undefined) {
      return success(known);
    }
    const sqlite = this.#load();
    if (sqlite === undefined) {
      return failed(
        `${database} is a SQLite database, which Node.js ${process.versions.node} cannot read. ` +
          'Version 22.13 and later can: use a newer VS Code.',
      );
    }
    const logs = new SqliteLogs(this.#inner, database, format, sqlite, this.#copies);
    this.#databases.set(database, logs);
    return success(logs);
  }

  #placeOf(path: string): Place | undefined {
    const [, database = '', name = ''] = /^(.*)[\\/]([^\\/]+)$/s.exec(path) ?? [];
    const format = this.#formatOf(database);
    return format === undefined ? undefined : { database, format, name };
  }

  #formatOf(path: string): SessionDatabase | undefined {
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    return this.#formats.find(({ fileName }) => fileName === name);
  }
}

/** A text as an open file; there is nothing to close. */
function openText(bytes: Uint8Array, stat: FileStat): OpenFile {
  return {
    stat,
    read: (offset, into, start = 0, end = into.length) => {
      const part = bytes.subarray(offset, offset + end - start);
      into.set(part, start);
      return success(part.length);
    },
    close: () => undefined,
  };
}
