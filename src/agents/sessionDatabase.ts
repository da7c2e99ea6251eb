import type { JsonObject } from './jsonObject.ts';

/**
 * A SQLite database in which an agent keeps its sessions. The store shows it as a folder with a log
 * for each session, `<path of the database>/<id>.jsonl`, whose lines the adapter decodes like those
 * of any log; such a path is one of the layout's flat roots. It is only ever read.
 */
export interface SessionDatabase {
  /** The database file's name. */
  readonly fileName: string;
  /** Tables that must be there. */
  readonly tables: readonly string[];
  /** A row for each session: its `id` and whatever changes with the session or its entries. */
  readonly sessionsSql: string;
  /** The entries of a session in their order; its one parameter is the session's id. */
  readonly entriesSql: string;
  /** First line of a log. Must stay the same while entries are added. */
  headerOf(session: JsonObject): JsonObject;
  lineOf(entry: JsonObject): JsonObject;
  /** When the session last changed, epoch ms. */
  changedAt(session: JsonObject): number | undefined;
}
