import type { JsonObject } from '../toolbox/jsonObject.ts';

/**
 * A SQLite database in which an agent keeps its sessions. The store shows it as a folder with a log
 * for each session, `<path of the database>/<id>.jsonl`, whose lines the adapter decodes like those
 * of any log; such a path is one of the layout's flat roots. It is only ever read.
 */
export interface SessionDatabase {
  /** The database file's name. */
  readonly fileName: string;
  /** Tables that must be there, with the columns that are read of them. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /**
   * A row for each session: its `id`, `tooLong` (not 0 where a value is cut), and whatever changes with
   * the session or its entries.
   */
  readonly sessionsSql: string;
  readonly entries: EntriesTable;
  /** First line of a log. Must stay the same while entries are added. */
  headerOf(session: JsonObject): JsonObject;
  lineOf(entry: JsonObject): JsonObject;
  /** When the session last changed, epoch ms. */
  changedAt(session: JsonObject): number | undefined;
}

/** Where the entries of all sessions are. Of its columns those are read that are there. */
export interface EntriesTable {
  /** One of `tables`. */
  readonly table: string;
  /** The column that names the session. */
  readonly session: string;
  /** Columns that put a session's entries in order. */
  readonly order: readonly string[];
}
