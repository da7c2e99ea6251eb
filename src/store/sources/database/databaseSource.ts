import { t } from '#base/l10n.ts';
import type { EntryContext } from '#agents/contract/sources.ts';
import { shallowRecord, type JsonRecord } from '#core/jsonl/readRecords.ts';
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
import {
  bytesOf,
  type DatabaseSession,
  type SessionDatabase,
  type TableColumns,
} from './sessionDatabase.ts';

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

/** An entry as it was when it was looked for. */
interface EntryState {
  readonly key: bigint;
  /** Another one means that it was rewritten; always the same in agents that rewrite nothing. */
  readonly version: string;
}

/**
 * Goes through the rows of one session, by the keys that its entries had when it was begun. Where the
 * agent rewrites rows, the last entry is the one that it is writing.
 */
class DatabaseReading implements RecordReading {
  readonly #database: SessionDatabase;
  readonly #name: string;
  #session: DatabaseSession | undefined;
  #entries: readonly EntryState[] = [];
  /** Place of the record that is read next. */
  #next: number;
  /** The last entry, which may still change. */
  #tail: RawRecord | undefined;

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
      const entries = isLook && now !== undefined ? rows.entriesOf(now) : this.#entries;
      if (now === undefined || !this.#isContinuedBy(now, entries)) {
        return undefined;
      }
      const isRewritten = this.#database.layout.entries.changed !== undefined;
      const whole = isRewritten ? entries.slice(0, -1) : entries;
      const records = rows.slice(now, this.#next, whole);
      const isAtEnd = records !== undefined && this.#next + records.length > whole.length;
      const tail =
        isAtEnd && whole.length < entries.length
          ? rows.record(now, entries.length, entries)
          : undefined;
      return { entries, records, isAtEnd, tail };
    });
    if (!slice.ok || now === undefined || slice.value?.records === undefined) {
      return slice.ok ? success('replaced') : slice;
    }
    this.#session = now;
    this.#entries = slice.value.entries;
    this.#tail = slice.value.tail;
    slice.value.records.forEach(take);
    this.#next += slice.value.records.length;
    return success(slice.value.isAtEnd ? 'complete' : 'more');
  }

  #isContinuedBy(session: DatabaseSession, entries: readonly EntryState[]): boolean {
    const { headerOf } = this.#database.layout;
    const print = ({ row }: DatabaseSession) => JSON.stringify(headerOf(row));
    return (
      (this.#session === undefined || print(this.#session) === print(session)) &&
      this.#entries
        .slice(0, Math.max(0, this.#next - 1))
        .every(
          ({ key, version }, place) =>
            key === entries[place]?.key && version === entries[place].version,
        )
    );
  }

  tail(): RawRecord | undefined {
    return this.#tail;
  }

  again<T>(work: (recordAt: (source: Source) => RawRecord) => T): T {
    const session = this.#session;
    const done = this.#database.use((reader) => {
      const rows = new SessionRows(this.#database, reader);
      return work(({ line, length }) => {
        if (line === this.#tail?.source.line) {
          return this.#tail;
        }
        const record = session && rows.record(session, line - 1, this.#entries);
        if (record === undefined || (line > 1 && record.source.length !== length)) {
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
  #entries: readonly EntryState[] = [];
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
        this.#entries = rows.entriesOf(found.value);
        this.#left = this.#entries.length + 1;
      }
      const session = this.#session;
      let bytes = 0;
      while (session !== undefined && this.#left > 0 && bytes < sliceBytes) {
        this.#left -= 1;
        const record = rows.record(session, this.#left, this.#entries);
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
  /** Asked for once, and not for each statement. */
  #columns: TableColumns | undefined;
  #context: EntryContext | undefined;
  #entry: ((key: bigint, id: string) => readonly JsonRecord[]) | undefined;
  #size: ((key: bigint, id: string) => readonly JsonRecord[]) | undefined;

  constructor(database: SessionDatabase, reader: DatabaseReader) {
    this.#database = database;
    this.#reader = reader;
  }

  entriesOf({ id }: DatabaseSession): readonly EntryState[] {
    const { table, key, session, order, changed } = this.#database.layout.entries;
    const version =
      changed === undefined ? "''" : `${table}.${changed} || ' ' || ${this.#bytesSql(changed)}`;
    const sql = `SELECT ${key}, ${version} AS version FROM ${table} WHERE ${session} = ? ORDER BY ${order.join(', ')}`;
    return [...this.#reader.rows(sql, id)].flatMap((row) => {
      const found = bigintOf(row[key]);
      return found === undefined ? [] : [{ key: found, version: String(row.version) }];
    });
  }

  /** The records from a place on, as many as are read at once; undefined if one of them is gone. */
  slice(
    session: DatabaseSession,
    from: number,
    entries: readonly EntryState[],
  ): readonly RawRecord[] | undefined {
    const records: RawRecord[] = [];
    for (let bytes = 0; bytes < sliceBytes && records.length < sliceRows;) {
      const place = from + records.length;
      const record = place > entries.length ? undefined : this.record(session, place, entries);
      if (record === undefined) {
        return place > entries.length ? records : undefined;
      }
      records.push(record);
      bytes += record.source.length;
    }
    return records;
  }

  /** @param place 0 for the session's own row. @returns undefined if that entry is gone. */
  record(
    session: DatabaseSession,
    place: number,
    entries: readonly EntryState[],
  ): RawRecord | undefined {
    const { headerOf, recordOf } = this.#database.layout;
    const line = place + 1;
    if (place === 0) {
      const length = session.version.length;
      return { value: headerOf(session.row), source: { line, offset: place, length } };
    }
    const key = entries[place - 1]?.key;
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
    this.#context ??= this.#database.context(
      this.#reader,
      this.#tables(),
      session.row,
      maxRowBytes,
    );
    return row && { value: shallowRecord(recordOf(row, this.#context)), source };
  }

  #sizeOf(key: bigint, id: string): number | undefined {
    this.#size ??= this.#prepare(this.#bytesSql());
    const [row] = this.#size(key, id);
    return row === undefined ? undefined : Number(Object.values(row)[0]);
  }

  #rowOf(key: bigint, id: string): JsonRecord | undefined {
    const { table } = this.#database.layout.entries;
    this.#entry ??= this.#prepare((this.#tables().get(table) ?? []).join(', '));
    return this.#entry(key, id)[0];
  }

  /**
   * SQL for the bytes of an entry with its parts.
   *
   * @param changed also the number of its parts, and when one was rewritten last.
   */
  #bytesSql(changed?: string): string {
    const { table, parts } = this.#database.layout.entries;
    const columns = this.#tables();
    const own = bytesOf(table, columns.get(table) ?? []);
    if (parts === undefined) {
      return own;
    }
    const bytes = `ifnull(sum(${bytesOf(parts.table, columns.get(parts.table) ?? [])}), 0)`;
    const more =
      changed === undefined ? '' : ` || ' ' || count(*) || ' ' || ifnull(max(${changed}), '')`;
    const ofParts = `(SELECT ${bytes}${more} FROM ${parts.table} WHERE ${parts.entry} = ${table}.${parts.names})`;
    return changed === undefined ? `${own} + ${ofParts}` : `(${own}) || ' ' || ${ofParts}`;
  }

  #tables(): TableColumns {
    if (this.#columns === undefined) {
      const columns = this.#database.columns(this.#reader);
      this.#columns = columns.ok ? columns.value : new Map();
    }
    return this.#columns;
  }

  #prepare(select: string) {
    const { table, key, session } = this.#database.layout.entries;
    return this.#reader.prepare(
      `SELECT ${select} FROM ${table} WHERE ${key} = ? AND ${session} = ?`,
    );
  }
}

function bigintOf(value: unknown): bigint | undefined {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
    ? BigInt(value)
    : undefined;
}
