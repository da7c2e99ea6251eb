import type { FileStat } from '../../disk/fileSystem.ts';

/** The rows of a database that belongs to a document; see `RowsBeside`. */
export interface RowsOfDocument {
  /** The document’s state together with the database’s. */
  statWith(document: FileStat): FileStat;
  read(): { readonly rows: unknown } | { readonly failure: string };
}
