import { t } from '#base/l10n.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import type { RawRecord } from '#core/rawRecord.ts';
import type { Source } from '#core/source.ts';
import { UserError } from '#core/userError.ts';
import { success, type FileStat, type Result } from '../../disk/fileSystem.ts';
import {
  SessionReplaced,
  type BackwardReading,
  type Progress,
  type RecordReading,
  type SessionSource,
} from '../records/source.ts';
import type { DatabaseReader } from './readDatabase.ts';
import type { DatabaseSession, SessionDatabase } from './sessionDatabase.ts';

/** Of rows that are read at once. */
const sliceBytes = 1024 * 1024;
const sliceRows = 5_000;
/** Of one row: a file of a few pages can claim to hold any amount of text. */
const maxRowBytes = 256 * 1024 * 1024;

/** A session in a database. Its records are the session's row and those of its entries, in order. */
export class DatabaseSource implements SessionSource {
  readonly #database: SessionDatabase;
  readonly #name: string;

  /** @param name see `DatabaseSession`. */
  constructor(database: SessionDatabase, name: string) {
    this.#database = database;
    this.#name = name;
  }

  stat(): Result<FileStat> {
    const session = this.#database.session(this.#name);
    return session.ok ? success(session.value.stat) : session;
  }

  read(from?: Source): RecordReading {
    return new DatabaseReading(this.#database, this.#name, from);
  }

  readBackward(): BackwardReading {
    return new RowsBackward(this.#database, this.#name);
  }
}

/** Goes through the rows of one session, by the keys that its entries had when it was begun. */
class DatabaseReading implements RecordReading {
  readonly #database: SessionDatabase;
  readonly #name: string;
  #session: DatabaseSession | undefined;
  /** Of all entries, in order. */
  #keys: readonly bigint[] = [];
  /** Place of the record that is read next. */
  #next: number;

  constructor(database: SessionDatabase, name: string, from: Source | undefined) {
    this.#database = database;
    this.#name = name;
    this.#next = (from?.line ?? 1) - 1;
  }

  get stat(): FileStat | undefined {
    return this.#session?.stat;
  }

  next(take: (record: RawRecord) => number, verify: boolean): Result<Progress> {
    const isLook = this.#session === undefined || verify;
    const session = isLook ? this.#database.session(this.#name) : success(this.#session);
    if (!session.ok) {
      return session;
    }
    const now = session.value;
    // Nothing is given before all of the slice is known to be of one state of the database.
    const slice = this.#database.use((reader) => {
      const rows = new SessionRows(this.#database, reader);
      const keys = isLook && now !== undefined ? rows.keysOf(now) : this.#keys;
      return now === undefined || !this.#isContinuedBy(now, keys)
        ? undefined
        : { keys, records: rows.slice(now, this.#next, keys) };
    });
    if (!slice.ok || now === undefined || slice.value?.records === undefined) {
      return slice.ok ? success('replaced') : slice;
    }
    this.#session = now;
    this.#keys = slice.value.keys;
    slice.value.records.forEach(take);
    this.#next += slice.value.records.length;
    return success(this.#next <= this.#keys.length ? 'more' : 'complete');
  }

  #isContinuedBy(session: DatabaseSession, keys: readonly bigint[]): boolean {
    const { headerOf } = this.#database.layout;
    const print = ({ row }: DatabaseSession) => JSON.stringify(headerOf(row));
    return (
      (this.#session === undefined || print(this.#session) === print(session)) &&
      this.#keys.slice(0, Math.max(0, this.#next - 1)).every((key, place) => key === keys[place])
    );
  }

  tail(): undefined {
    return undefined;
  }

  again<T>(work: (recordAt: (source: Source) => RawRecord) => T): T {
    const session = this.#session;
    const done = this.#database.use((reader) => {
      const rows = new SessionRows(this.#database, reader);
      return work(({ line }) => {
        const record = session && rows.record(session, line - 1, this.#keys);
        if (record === undefined) {
          throw new SessionReplaced();
        }
        return record;
      });
    });
    if (!done.ok) {
      throw new UserError(done.failure.message);
    }
    return done.value;
  }
}

class RowsBackward implements BackwardReading {
  readonly #database: SessionDatabase;
  readonly #name: string;
  #session: DatabaseSession | undefined;
  #keys: readonly bigint[] = [];
  /** Records that were not visited yet. */
  #left = 0;

  constructor(database: SessionDatabase, name: string) {
    this.#database = database;
    this.#name = name;
  }

  get isDone(): boolean {
    return this.#session !== undefined && this.#left === 0;
  }

  next<T>(visit: (record: RawRecord) => T | undefined): Result<T | undefined> {
    const found = this.#session === undefined ? this.#database.session(this.#name) : undefined;
    if (found?.ok === false) {
      return found;
    }
    return this.#database.use((reader) => {
      const rows = new SessionRows(this.#database, reader);
      if (found !== undefined) {
        this.#session = found.value;
        this.#keys = rows.keysOf(found.value);
        this.#left = this.#keys.length + 1;
      }
      const session = this.#session;
      let bytes = 0;
      while (session !== undefined && this.#left > 0 && bytes < sliceBytes) {
        this.#left -= 1;
        const record = rows.record(session, this.#left, this.#keys);
        bytes += record?.source.length ?? 0;
        const answer = record && visit(record);
        if (answer !== undefined) {
          return answer;
        }
      }
      return undefined;
    });
  }
}

/** The rows of a session in one transaction. */
class SessionRows {
  readonly #database: SessionDatabase;
  readonly #reader: DatabaseReader;
  #entry: ((key: bigint, id: string) => JsonRecord | undefined) | undefined;
  /** Asked for once, and not for each statement. */
  #columns: Result<readonly string[]> | undefined;
  #size: ((key: bigint, id: string) => JsonRecord | undefined) | undefined;

  constructor(database: SessionDatabase, reader: DatabaseReader) {
    this.#database = database;
    this.#reader = reader;
  }

  keysOf({ id }: DatabaseSession): readonly bigint[] {
    const { table, key, session, order } = this.#database.layout.entries;
    const sql = `SELECT ${key} FROM ${table} WHERE ${session} = ? ORDER BY ${order.join(', ')}`;
    return [...this.#reader.rows(sql, id)].flatMap((row) => bigintOf(row[key]) ?? []);
  }

  /** The records from a place on, as many as are read at once; undefined if one of them is gone. */
  slice(
    session: DatabaseSession,
    from: number,
    keys: readonly bigint[],
  ): readonly RawRecord[] | undefined {
    const records: RawRecord[] = [];
    for (let bytes = 0; bytes < sliceBytes && records.length < sliceRows;) {
      const place = from + records.length;
      const record = place > keys.length ? undefined : this.record(session, place, keys);
      if (record === undefined) {
        return place > keys.length ? records : undefined;
      }
      records.push(record);
      bytes += record.source.length;
    }
    return records;
  }

  /** @param place 0 for the session's own row. @returns undefined if that entry is gone. */
  record(session: DatabaseSession, place: number, keys: readonly bigint[]): RawRecord | undefined {
    const { headerOf, recordOf } = this.#database.layout;
    const line = place + 1;
    if (place === 0) {
      const length = session.version.length;
      return { value: headerOf(session.row), source: { line, offset: place, length } };
    }
    const key = keys[place - 1];
    const size = key === undefined ? undefined : this.#sizeOf(key, session.id);
    if (key === undefined || size === undefined) {
      return undefined;
    }
    const source = { line, offset: place, length: size };
    if (size > maxRowBytes) {
      const unread = t('Row {0} exceeds the limit of 256 MB and was not read.', String(key));
      return { source, unread };
    }
    const row = this.#rowOf(key, session.id);
    return row && { value: recordOf(row), source };
  }

  #sizeOf(key: bigint, id: string): number | undefined {
    this.#size ??= this.#prepare((columns) =>
      columns.map((column) => `ifnull(octet_length(${column}), 0)`).join(' + '),
    );
    const row = this.#size(key, id);
    return row === undefined ? undefined : Number(Object.values(row)[0]);
  }

  #rowOf(key: bigint, id: string): JsonRecord | undefined {
    this.#entry ??= this.#prepare((columns) => columns.join(', '));
    return this.#entry(key, id);
  }

  #prepare(select: (columns: readonly string[]) => string) {
    const { table, key, session } = this.#database.layout.entries;
    this.#columns ??= this.#database.columns(this.#reader);
    const sql = select(this.#columns.ok ? this.#columns.value : []);
    return this.#reader.prepare(`SELECT ${sql} FROM ${table} WHERE ${key} = ? AND ${session} = ?`);
  }
}

function bigintOf(value: unknown): bigint | undefined {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
    ? BigInt(value)
    : undefined;
}
