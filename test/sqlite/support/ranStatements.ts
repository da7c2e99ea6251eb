import type { SqliteModule } from '#store/sources/database/sqliteModule.ts';
import { sqlite } from '../../support/agentDatabase.ts';

/** SQLite that keeps the statements whose rows were asked for, each time. */
export function ranStatements(): { readonly ran: string[]; readonly module: SqliteModule } {
  const ran: string[] = [];
  const real = sqlite();
  const module: SqliteModule = {
    DatabaseSync: class extends real.DatabaseSync {
      override prepare(sql: string) {
        const statement = super.prepare(sql);
        const all = statement.all.bind(statement);
        statement.all = (...parameters) => {
          ran.push(sql);
          return all(...parameters);
        };
        return statement;
      }
    },
  };
  return { ran, module };
}
