import type { TableColumns, Tables } from './databaseTables.ts';
import type { SqliteDatabase, SqliteModule } from './sqliteModule.ts';

/**
 * What is read of a database, in memory and with the agent's indexes. Each row is read once, in the order
 * of its table, whatever indexes are there.
 *
 * @param address of the database, with options.
 */
export function makeMemoryCopy(
  { DatabaseSync }: SqliteModule,
  address: string,
  columns: TableColumns,
  indexed: Tables,
): SqliteDatabase {
  const copy = new DatabaseSync(':memory:', { readOnly: false });
  try {
    copy.prepare('PRAGMA trusted_schema = OFF').all();
    copy.prepare('ATTACH ? AS original').all(`${address}&mode=ro`);
    copy.prepare('BEGIN').all();
    for (const [table, names] of columns) {
      const all = ['rowid', ...names].join(', ');
      // Nothing of another program's schema is repeated.
      copy.prepare(`CREATE TABLE ${table} (${names.join(', ')})`).all();
      copy
        .prepare(`INSERT INTO ${table} (${all}) SELECT ${all} FROM original.${table} NOT INDEXED`)
        .all();
      for (const column of indexed[table] ?? []) {
        copy.prepare(`CREATE INDEX ${table}_${column} ON ${table} (${column})`).all();
      }
    }
    copy.prepare('COMMIT').all();
    copy.prepare('DETACH original').all();
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
}
