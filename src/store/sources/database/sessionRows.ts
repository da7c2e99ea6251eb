import { t } from '#base/l10n.ts';
import type { EntryContext } from '#agents/contract/sources.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { shallowRecord } from '#core/jsonl/shallowJson.ts';
import type { RawRecord } from '#core/rawRecord.ts';
import type { SoughtText, Spelling } from '../records/source.ts';
import type { DatabaseReader } from './readDatabase.ts';
import type { TableColumns } from './databaseTables.ts';
import { bytesOf, type DatabaseSession, type SessionDatabase } from './sessionDatabase.ts';

/** Of rows that are read at once. */
export const sliceBytes = 1024 * 1024;
const sliceRows = 5_000;
/** Of one row: a file of a few pages can claim to hold any amount of text. */
const maxRowBytes = 256 * 1024 * 1024;

/** An entry as it was when it was looked for. */
export interface EntryState {
  readonly key: bigint;
  /** Another one means that it was rewritten; always the same in agents that rewrite nothing. */
  readonly version: string;
}

/** The rows of a session in one transaction. */
export class SessionRows {
  /** Asked for once, and not for each statement. */
  #columns: TableColumns | undefined;
  #context: EntryContext | undefined;
  #entry: ((key: bigint, id: string) => readonly JsonRecord[]) | undefined;
  #size: ((key: bigint, id: string) => readonly JsonRecord[]) | undefined;
  #shown: ((key: bigint, id: string) => readonly JsonRecord[]) | undefined;

  constructor(
    private readonly database: SessionDatabase,
    private readonly reader: DatabaseReader,
  ) {}

  entriesOf({ id }: DatabaseSession): readonly EntryState[] {
    const { table, key, session, order, changed, listSql } = this.database.layout.entries;
    const version =
      changed === undefined ? "''" : `${table}.${changed} || ' ' || ${this.#bytesSql(changed)}`;
    const sql =
      listSql ??
      `SELECT ${key}, ${version} AS version FROM ${table} WHERE ${session} = ? ORDER BY ${order.join(', ')}`;
    return [...this.reader.rows(sql, id)].flatMap((row) => {
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
    const { headerOf, recordOf } = this.database.layout;
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
    this.#context ??= this.database.context(this.reader, this.#tables(), session.row, maxRowBytes);
    return row && { value: shallowRecord(recordOf(row, this.#context)), source };
  }

  /** @param place as in `record`. */
  mayShow(
    session: DatabaseSession,
    place: number,
    entries: readonly EntryState[],
    { spellings }: SoughtText,
  ): boolean {
    if (place === 0) {
      // One row for the whole session, with names and dates.
      const text = JSON.stringify(this.database.layout.headerOf(session.row)).toLowerCase();
      return spellings.some((spelling) => text.includes(spelling.text.toLowerCase()));
    }
    const key = entries[place - 1]?.key;
    this.#shown ??= this.#prepare(this.#shownSql(spellings));
    const [row] = key === undefined ? [] : this.#shown(key, session.id);
    return row !== undefined && Number(Object.values(row)[0]) > 0;
  }

  /** SQL for whether an entry or one of its parts has one of the spellings. */
  #shownSql(spellings: readonly Spelling[]): string {
    const { table, parts } = this.database.layout.entries;
    const columns = this.#tables();
    const isIn = (name: string, of = name) =>
      (columns.get(of) ?? [])
        .flatMap((column) =>
          spellings.map(({ text, ignoreCase }) =>
            ignoreCase
              ? `instr(lower(${name}.${column}), ${literal(text.toLowerCase())}) > 0`
              : `instr(${name}.${column}, ${literal(text)}) > 0`,
          ),
        )
        .join(' OR ') || '0';
    const ofParts =
      parts === undefined
        ? '0'
        : `EXISTS (SELECT 1 FROM ${parts.table} AS part WHERE part.${parts.entry} IN (${parts.names}) AND (${isIn('part', parts.table)}))`;
    return `${isIn(table)} OR ${ofParts}`;
  }

  #sizeOf(key: bigint, id: string): number | undefined {
    this.#size ??= this.#prepare(this.#bytesSql());
    const [row] = this.#size(key, id);
    return row === undefined ? undefined : Number(Object.values(row)[0]);
  }

  #rowOf(key: bigint, id: string): JsonRecord | undefined {
    const { table } = this.database.layout.entries;
    this.#entry ??= this.#prepare((this.#tables().get(table) ?? []).join(', '));
    return this.#entry(key, id)[0];
  }

  /**
   * SQL for the bytes of an entry with its parts.
   *
   * @param changed also the number of its parts, and when one was rewritten last.
   */
  #bytesSql(changed?: string): string {
    const { table, parts } = this.database.layout.entries;
    const columns = this.#tables();
    const own = bytesOf(table, columns.get(table) ?? []);
    if (parts === undefined) {
      return own;
    }
    const bytes = `ifnull(sum(${bytesOf('part', columns.get(parts.table) ?? [])}), 0)`;
    const more =
      changed === undefined ? '' : ` || ' ' || count(*) || ' ' || ifnull(max(part.${changed}), '')`;
    const ofParts = `(SELECT ${bytes}${more} FROM ${parts.table} AS part WHERE part.${parts.entry} IN (${parts.names}))`;
    return changed === undefined ? `${own} + ${ofParts}` : `(${own}) || ' ' || ${ofParts}`;
  }

  #tables(): TableColumns {
    if (this.#columns === undefined) {
      const columns = this.database.columns(this.reader);
      this.#columns = columns.ok ? columns.value : new Map();
    }
    return this.#columns;
  }

  #prepare(select: string) {
    const { table, key, session } = this.database.layout.entries;
    return this.reader.prepare(
      `SELECT ${select} FROM ${table} WHERE ${key} = ? AND ${session} = ?`,
    );
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function bigintOf(value: unknown): bigint | undefined {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
    ? BigInt(value)
    : undefined;
}
