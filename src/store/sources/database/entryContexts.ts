import type { DatabaseTables, EntryContext } from '#agents/contract/databaseLayout.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import type { DatabaseReader } from './databases.ts';
import { isSameDatabase, type DatabaseState } from './databaseState.ts';

/** Limits for the parts read with one entry. */
interface Most {
  /** A larger part is left out. */
  readonly bytes: number;
  readonly count: number;
}

/** What the records of entries are made from; what was found for the last session is kept. */
export class EntryContexts {
  #last:
    | { readonly state: DatabaseState; readonly id: unknown; readonly found: EntryContext['found'] }
    | undefined;

  of(
    reader: DatabaseReader,
    session: JsonRecord,
    { entries: { parts } }: Pick<DatabaseTables, 'entries'>,
    most: Most,
  ): EntryContext {
    const found = this.#foundIn(reader.state, session.id);
    const columns = reader.columns.get(parts?.table ?? '');
    if (parts === undefined || columns === undefined) {
      return { session, found, partsOf: () => [] };
    }
    const sql = `
      SELECT ${columns.join(', ')} FROM ${parts.table} AS part
      WHERE ${parts.entry} = $entry AND ${isOfSession(parts)} AND ${bytesOf('part', columns)} <= ${most.bytes}
      ORDER BY ${parts.order.join(', ')} LIMIT ${most.count}`;
    const ofSession = parts.session === undefined ? {} : { id: String(session.id) };
    return { session, found, partsOf: (entry) => reader.prepare(sql)({ entry, ...ofSession }) };
  }

  #foundIn(state: DatabaseState, id: unknown): EntryContext['found'] {
    const last = this.#last;
    if (last !== undefined && last.id === id && isSameDatabase(last.state, state)) {
      return last.found;
    }
    const found: EntryContext['found'] = new Map();
    this.#last = { state, id, found };
    return found;
  }
}

/** SQL for the bytes of a row; SQLite does not load the values for it. */
export function bytesOf(table: string, columns: readonly string[]): string {
  return columns.map((column) => `ifnull(octet_length(${table}.${column}), 0)`).join(' + ');
}

/** SQL for whether a `part` belongs to session `$id`; the plus keeps SQLite from using an index for it. */
export function isOfSession({ session }: { readonly session?: string }): string {
  return session === undefined ? '1' : `+part.${session} = $id`;
}
