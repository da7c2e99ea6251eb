/** What is used of `node:sqlite`, which Node has without a flag from 22.13 on. */
export interface SqliteModule {
  readonly DatabaseSync: new (
    location: string,
    options: { readonly readOnly: boolean },
  ) => SqliteDatabase;
}

export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** What a parameter may be. */
export type SqlValue = string | bigint | number | null;

export interface SqliteStatement {
  all(...parameters: readonly SqlValue[]): unknown[];
  /** Row by row, so that no more than one is held. */
  iterate(...parameters: readonly SqlValue[]): Iterable<unknown>;
  /** Whole numbers as `bigint`; without it one beyond 2^53 throws. */
  setReadBigInts(enabled: boolean): void;
}

/** Node's own SQLite; undefined where it has none. Loaded by nobody who has no database. */
export function loadSqlite(): SqliteModule | undefined {
  const module: unknown = process.getBuiltinModule('node:sqlite');
  return isSqlite(module) ? module : undefined;
}

function isSqlite(module: unknown): module is SqliteModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    'DatabaseSync' in module &&
    typeof module.DatabaseSync === 'function'
  );
}
