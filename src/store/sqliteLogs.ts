import type { JsonObject } from '#agents/jsonObject.ts';
import type { SessionDatabase } from '#agents/sessionDatabase.ts';
import { failure, success, type FileStat, type FileSystem, type Result } from './fileSystem.ts';
import type { SqliteModule } from './sqliteModule.ts';
import {
  failed,
  isSameDatabase,
  readDatabase,
  stateOf,
  type DatabaseReader,
  type DatabaseState,
} from './sqliteReader.ts';

interface Log {
  readonly session: JsonObject;
  readonly id: string;
  /** The session's row as text: another one means that the session changed. */
  readonly version: string;
  readonly stat: FileStat;
}

/** Texts are kept up to this many bytes; beyond, the database is asked again for the one wanted. */
const maxKeptBytes = 32 * 1024 * 1024;

/**
 * The sessions of one database as the texts of logs. As long as the database is as it was, nothing is
 * read; when it changed, the sessions whose rows changed.
 */
export class SqliteLogs {
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #format: SessionDatabase;
  readonly #sqlite: SqliteModule;
  #state: DatabaseState | undefined;
  #outcome: Result<undefined> = success(undefined);
  #logs = new Map<string, Log>();
  /** Least recently used first. */
  readonly #texts = new Map<string, Uint8Array>();
  #keptBytes = 0;

  constructor(fileSystem: FileSystem, path: string, format: SessionDatabase, sqlite: SqliteModule) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.#format = format;
    this.#sqlite = sqlite;
  }

  /** Names of the logs as of now. */
  names(): Result<readonly string[]> {
    const current = this.#refresh();
    return current.ok ? success([...this.#logs.keys()]) : current;
  }

  stat(name: string): Result<FileStat> {
    const log = this.#log(name);
    return log.ok ? success(log.value.stat) : log;
  }

  /** A log's text and what its stat says of just this text. */
  read(name: string): Result<{ readonly bytes: Uint8Array; readonly stat: FileStat }> {
    const log = this.#log(name);
    if (!log.ok) {
      return log;
    }
    const bytes = this.#texts.get(name);
    if (bytes !== undefined) {
      this.#texts.delete(name);
      this.#texts.set(name, bytes);
      return success({ bytes, stat: log.value.stat });
    }
    const read = readDatabase(this.#fileSystem, this.#path, this.#sqlite, (reader) =>
      this.#textOf(reader, log.value.session, log.value.id),
    );
    if (!read.ok) {
      return read;
    }
    this.#keep(name, read.value);
    return success({ bytes: read.value, stat: { ...log.value.stat, size: read.value.length } });
  }

  #log(name: string): Result<Log> {
    const current = this.#refresh();
    if (!current.ok) {
      return current;
    }
    const log = this.#logs.get(name);
    return log === undefined ? failure(`${this.#path}/${name}`, 'notFound') : success(log);
  }

  #refresh(): Result<undefined> {
    const real = this.#fileSystem.realpath(this.#path);
    const now = real.ok ? stateOf(this.#fileSystem, real.value) : real;
    if (!now.ok) {
      this.#state = undefined;
      return now;
    }
    if (this.#state !== undefined && isSameDatabase(this.#state, now.value)) {
      return this.#outcome;
    }
    const read = readDatabase(this.#fileSystem, this.#path, this.#sqlite, (reader, state) => ({
      state,
      logs: this.#read(reader, state),
    }));
    this.#state = read.ok ? read.value.state : now.value;
    const logs = read.ok ? read.value.logs : read;
    this.#outcome = logs.ok ? success(undefined) : logs;
    this.#take(logs.ok ? logs.value : new Map());
    return this.#outcome;
  }

  /** All sessions; the text of those that are new or changed. */
  #read(
    reader: DatabaseReader,
    { main }: DatabaseState,
  ): Result<ReadonlyMap<string, Log & { readonly bytes?: Uint8Array }>> {
    const { tables, sessionsSql, changedAt } = this.#format;
    const found = new Set(
      reader.rows(`SELECT name FROM sqlite_schema WHERE type = 'table'`).map(({ name }) => name),
    );
    const missing = tables.find((table) => !found.has(table));
    if (missing !== undefined) {
      return failed(`${this.#path} has no table ${missing}, so it holds no sessions.`);
    }
    const logs = new Map<string, Log & { readonly bytes?: Uint8Array }>();
    for (const session of reader.rows(sessionsSql)) {
      const { id } = session;
      // SQLite lets a text that is a primary key be missing.
      if (typeof id !== 'string' || id === '') {
        continue;
      }
      const name = nameOf(id);
      const version = JSON.stringify(session);
      const known = this.#logs.get(name);
      if (known?.version === version) {
        logs.set(name, known);
        continue;
      }
      const bytes = this.#textOf(reader, session, id);
      const stat = {
        size: bytes.length,
        mtimeMs: changedAt(session) ?? main.mtimeMs,
        identity: main.identity === undefined ? undefined : `${main.identity}#${id}`,
      };
      logs.set(name, { session, id, version, stat, bytes });
    }
    return success(logs);
  }

  #take(logs: ReadonlyMap<string, Log & { readonly bytes?: Uint8Array }>): void {
    for (const name of this.#texts.keys()) {
      if (logs.get(name)?.bytes !== undefined || !logs.has(name)) {
        this.#forget(name);
      }
    }
    this.#logs = new Map();
    for (const [name, { bytes, ...log }] of logs) {
      this.#logs.set(name, log);
      if (bytes !== undefined) {
        this.#keep(name, bytes);
      }
    }
  }

  #textOf(reader: DatabaseReader, session: JsonObject, id: string): Uint8Array {
    const { entriesSql, headerOf, lineOf } = this.#format;
    const lines = [headerOf(session), ...reader.rows(entriesSql, id).map(lineOf)];
    return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  #keep(name: string, bytes: Uint8Array): void {
    this.#forget(name);
    this.#texts.set(name, bytes);
    this.#keptBytes += bytes.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#keptBytes <= maxKeptBytes) {
        break;
      }
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    this.#keptBytes -= this.#texts.get(name)?.length ?? 0;
    this.#texts.delete(name);
  }
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
