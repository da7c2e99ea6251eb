import type { JsonObject } from '#agents/toolbox/jsonObject.ts';
import type { SessionDatabase } from '#agents/contract/sessionDatabase.ts';
import { oneLine } from '#core/text/oneLine.ts';
import {
  failure,
  success,
  type FileStat,
  type FileSystem,
  type Result,
} from '../../disk/fileSystem.ts';
import type { DatabaseCopies } from './sqliteCopies.ts';
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
  readonly state: DatabaseState;
  /** Bytes of the text, or why there is none; undefined as long as nobody asked. */
  size: Result<number> | undefined;
}

/**
 * Texts are kept up to this many bytes; beyond, the database is asked again for the one wanted. The last
 * one is kept at any size, for whoever reads a long session asks for it slice by slice.
 */
const maxKeptBytes = 32 * 1024 * 1024;
/** Of one session, in the database and as text, which is held whole. */
const maxTextBytes = 256 * 1024 * 1024;
/** `hidden` of a column that is computed each time it is read. */
const computed: ReadonlySet<unknown> = new Set([2, 3]);

/**
 * The sessions of one database as the texts of logs. As long as the database is as it was, nothing is
 * read; when it changed, the rows of the sessions, and the entries of those that somebody asks for.
 * Nothing is read that is too large: a file of a few pages can claim to hold any amount of text.
 */
export class SqliteLogs {
  readonly #fileSystem: FileSystem;
  readonly #path: string;
  readonly #format: SessionDatabase;
  readonly #sqlite: SqliteModule;
  readonly #copies: DatabaseCopies;
  #state: DatabaseState | undefined;
  #outcome: Result<undefined> = success(undefined);
  #logs: ReadonlyMap<string, Log> = new Map();
  /** Columns of the entries that are there. */
  #columns: readonly string[] = [];
  /** Least recently used first. */
  readonly #texts = new Map<string, Uint8Array>();
  #keptBytes = 0;

  constructor(
    fileSystem: FileSystem,
    path: string,
    format: SessionDatabase,
    sqlite: SqliteModule,
    copies: DatabaseCopies,
  ) {
    this.#fileSystem = fileSystem;
    this.#path = path;
    this.#format = format;
    this.#sqlite = sqlite;
    this.#copies = copies;
  }

  /** Names of the logs as of now. */
  names(): Result<readonly string[]> {
    const current = this.#refresh();
    return current.ok ? success([...this.#logs.keys()]) : current;
  }

  stat(name: string): Result<FileStat> {
    const log = this.#log(name);
    if (!log.ok) {
      return log;
    }
    const { size } = log.value;
    if (size !== undefined) {
      return size.ok ? success(this.#statOf(log.value, size.value)) : size;
    }
    const read = this.read(name);
    return read.ok ? success(read.value.stat) : read;
  }

  /** A log's text and what its stat says of just this text. */
  read(name: string): Result<{ readonly bytes: Uint8Array; readonly stat: FileStat }> {
    const found = this.#log(name);
    if (!found.ok) {
      return found;
    }
    const log = found.value;
    if (log.size?.ok === false) {
      return log.size;
    }
    const known = this.#texts.get(name);
    if (known !== undefined) {
      this.#texts.delete(name);
      this.#texts.set(name, known);
      return success({ bytes: known, stat: this.#statOf(log, known.length) });
    }
    const read = readDatabase(
      this.#fileSystem,
      this.#path,
      this.#sqlite,
      (reader) => this.#textOf(reader, log),
      this.#copies,
    );
    const text = read.ok ? read.value : read;
    if (!text.ok) {
      // What cannot be read now, as under a writer that never rests, is tried again; not what is too large.
      log.size = read.ok ? text : undefined;
      return text;
    }
    log.size = success(text.value.length);
    this.#keep(name, text.value);
    return success({ bytes: text.value, stat: this.#statOf(log, text.value.length) });
  }

  #statOf({ id, session, state: { main } }: Log, size: number): FileStat {
    return {
      size,
      mtimeMs: this.#format.changedAt(session) ?? main.mtimeMs,
      identity: main.identity === undefined ? undefined : `${main.identity}#${id}`,
    };
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
    const read = readDatabase(
      this.#fileSystem,
      this.#path,
      this.#sqlite,
      (reader, state) => ({ state, logs: this.#read(reader, state) }),
      this.#copies,
    );
    this.#state = read.ok ? read.value.state : now.value;
    const logs = read.ok ? read.value.logs : read;
    this.#outcome = logs.ok ? success(undefined) : logs;
    this.#logs = logs.ok ? logs.value : new Map();
    for (const name of [...this.#texts.keys()]) {
      if (this.#logs.get(name)?.size === undefined) {
        this.#forget(name);
      }
    }
    return this.#outcome;
  }

  /** The rows of all sessions; one that did not change is the same again, with what is known of it. */
  #read(reader: DatabaseReader, state: DatabaseState): Result<ReadonlyMap<string, Log>> {
    const columns = this.#columnsIn(reader);
    if (!columns.ok) {
      return columns;
    }
    this.#columns = columns.value;
    const logs = new Map<string, Log>();
    for (const session of reader.rows(this.#format.sessionsSql)) {
      const { id } = session;
      // SQLite lets a text that is a primary key be missing.
      if (typeof id !== 'string' || id === '') {
        continue;
      }
      const name = nameOf(id);
      const version = JSON.stringify(session);
      const known = this.#logs.get(name);
      const size = session.tooLong === 0 ? undefined : this.#tooLarge(id);
      logs.set(name, known?.version === version ? known : { session, id, version, state, size });
    }
    return success(logs);
  }

  /** Columns of the entries; a failure where the database is not as the agent makes it. */
  #columnsIn(reader: DatabaseReader): Result<readonly string[]> {
    const { tables, entries } = this.#format;
    // A view or a virtual table has no page of its own, and may compute anything.
    const found = new Set(
      [...reader.rows(`SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)].map(
        ({ name }) => name,
      ),
    );
    let there: readonly string[] = [];
    for (const [table, columns] of Object.entries(tables)) {
      if (!found.has(table)) {
        return failed(`${this.#path} has no table ${table}, so it holds no sessions.`);
      }
      const all = [...reader.rows('SELECT name, hidden FROM pragma_table_xinfo(?)', table)];
      const used = all.filter(({ name }) => typeof name === 'string' && columns.includes(name));
      const bad = used.find(({ hidden }) => computed.has(hidden));
      if (bad !== undefined) {
        return failed(
          `${this.#path} is not read: its column ${table}.${String(bad.name)} is computed, as no agent makes it.`,
        );
      }
      there =
        table === entries.table
          ? columns.filter((one) => used.some(({ name }) => name === one))
          : there;
    }
    return success(there);
  }

  /** All of a session, unless that is too large; nothing of it is read before that is known. */
  #textOf(reader: DatabaseReader, { session, id }: Log): Result<Uint8Array> {
    const { entries, headerOf, lineOf } = this.#format;
    const from = `FROM ${entries.table} WHERE ${entries.session} = ?`;
    const lengths = this.#columns.map((column) => `ifnull(octet_length(${column}), 0)`);
    const [sum] = [...reader.rows(`SELECT sum(${lengths.join(' + ')}) AS bytes ${from}`, id)];
    const bytes = Number(sum?.bytes ?? 0);
    if (bytes > maxTextBytes) {
      return this.#tooLarge(id);
    }
    const parts: Buffer[] = [];
    let size = 0;
    const add = (line: JsonObject) => {
      const part = lineBytes(line);
      size += part?.length ?? Infinity;
      if (part !== undefined && size <= maxTextBytes) {
        parts.push(part);
      }
    };
    add(headerOf(session));
    const rows = `SELECT ${this.#columns.join(', ')} ${from} ORDER BY ${entries.order.join(', ')}`;
    for (const row of reader.rows(rows, id)) {
      add(lineOf(row));
      if (size > maxTextBytes) {
        return this.#tooLarge(id);
      }
    }
    return success(Buffer.concat(parts, size));
  }

  #tooLarge(id: string): Result<never> {
    return failed(
      `The session ${oneLine(id, 60)} in ${this.#path} is too large: ` +
        'up to 256 MB of a session in a database are read.',
    );
  }

  #keep(name: string, bytes: Uint8Array): void {
    this.#forget(name);
    this.#texts.set(name, bytes);
    this.#keptBytes += bytes.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#keptBytes <= maxKeptBytes || oldest === name) {
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

/** A line of a log; undefined where it is longer than a text can be. */
function lineBytes(line: JsonObject): Buffer | undefined {
  try {
    return Buffer.from(`${JSON.stringify(line)}\n`);
  } catch (error) {
    if (!(error instanceof RangeError)) {
      throw error;
    }
    // Escapes make a text up to six times as long.
    return undefined;
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
