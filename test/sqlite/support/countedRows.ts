import type { SqliteModule } from '#store/sources/database/sqliteModule.ts';
import { sqlite } from '../../support/agentDatabase.ts';

/**
 * SQLite that counts the rows it returns and their length.
 *
 * @param table counts `ofTable`, whose rows do not depend on how often others get their turn: each look
 *   asks anew what the database is.
 */
export function counted(table = ''): {
  readonly rows: { count: number; longest: number; ofTable: number };
  readonly module: SqliteModule;
} {
  const rows = { count: 0, longest: 0, ofTable: 0 };
  const real = sqlite();
  const module: SqliteModule = {
    DatabaseSync: class extends real.DatabaseSync {
      override prepare(sql: string) {
        const statement = super.prepare(sql);
        const isOfTable = sql.includes(`FROM ${table} `);
        const count = (row: unknown) => {
          const values: unknown[] = Object.values(row ?? {});
          const lengths = values.map((value) =>
            typeof value === 'string' || value instanceof Uint8Array ? value.length : 8,
          );
          rows.count += 1;
          rows.ofTable += isOfTable ? 1 : 0;
          rows.longest = Math.max(rows.longest, ...lengths);
          return row;
        };
        const iterate = statement.iterate.bind(statement);
        statement.iterate = function* (...parameters) {
          for (const row of iterate(...parameters)) {
            yield count(row);
          }
        };
        const all = statement.all.bind(statement);
        statement.all = (...parameters) => all(...parameters).map(count);
        return statement;
      }
    },
  };
  return { rows, module };
}
