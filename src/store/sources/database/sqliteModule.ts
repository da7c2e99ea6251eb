import { member } from '#base/member.ts';

/** What is used of `node:sqlite`. */
export interface SqliteModule {
  readonly DatabaseSync: new (
    location: string,
    options: { readonly readOnly: boolean; readonly defensive?: boolean },
  ) => SqliteDatabase;
}

export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export type SqlValue = string | bigint | number | Uint8Array | null;

/** By the names that they have in a statement, after a `$`: Node before 22.20 takes no numbers. */
export type SqlParameters = Readonly<Record<string, SqlValue>>;

export interface SqliteStatement {
  all(...parameters: readonly (SqlValue | SqlParameters)[]): unknown[];
  /** Row by row, so that no more than one is held. */
  iterate(...parameters: readonly (SqlValue | SqlParameters)[]): Iterable<unknown>;
  /** Whole numbers as `bigint`; without it one beyond 2^53 throws. */
  setReadBigInts(enabled: boolean): void;
}

/** Node's own SQLite; undefined where it has none. Loaded when a database is first opened. */
export function loadSqlite(): SqliteModule | undefined {
  const module: unknown = process.getBuiltinModule('node:sqlite');
  return isSqlite(module) && takesAddresses(module) ? module : undefined;
}

/** Without options in addresses of files, reading leaves traces; Node has them from 22.15 on. */
function takesAddresses({ DatabaseSync }: SqliteModule): boolean {
  try {
    new DatabaseSync('file::memory:', { readOnly: true }).close();
    return true;
  } catch {
    // It looked for a file of that name.
    return false;
  }
}

function isSqlite(module: unknown): module is SqliteModule {
  return typeof member(module, 'DatabaseSync') === 'function';
}
