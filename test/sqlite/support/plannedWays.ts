import type { SqliteModule } from '#store/sources/database/sqliteModule.ts';
import { sqlite } from '../../support/agentDatabase.ts';

/** SQLite that says which tables its statements go through from one end to the other, once each. */
export function plannedWays(): {
  /** As `SCAN entries`. */
  readonly scans: Set<string>;
  readonly module: SqliteModule;
} {
  const scans = new Set<string>();
  const real = sqlite();
  const module: SqliteModule = {
    DatabaseSync: class extends real.DatabaseSync {
      override prepare(sql: string) {
        if (/^\s*(?:SELECT|WITH)/.test(sql)) {
          for (const row of super.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()) {
            const { detail } = row as { detail: string };
            if (detail.startsWith('SCAN ')) {
              scans.add(detail);
            }
          }
        }
        return super.prepare(sql);
      }
    },
  };
  return { scans, module };
}
