import type { SessionDatabase } from '../sessionDatabase.ts';
import { goTime } from './goTime.ts';

/**
 * The database of the SQLite era, as the store shows it: a log for each session, a line for each row.
 * Schema and order: `internal/store/sqlite/store.go` of v0.5.1, where the column `metadata` is one that
 * was added later.
 */
export const agentDatabase: SessionDatabase = {
  fileName: 'sessions.db',
  tables: ['sessions', 'entries'],
  sessionsSql: `
    SELECT id, profile, cwd, created_at, updated_at,
      (SELECT count(*) FROM entries WHERE session_id = sessions.id) AS entries,
      (SELECT max(id) FROM entries WHERE session_id = sessions.id) AS last
    FROM sessions`,
  entriesSql: 'SELECT * FROM entries WHERE session_id = ? ORDER BY created_at, id',
  headerOf: ({ id, profile, cwd, created_at }) => ({
    table: 'sessions',
    id,
    profile,
    cwd,
    created_at,
  }),
  lineOf: ({ session_id: _session, ...row }) => ({ table: 'entries', ...row }),
  changedAt: ({ updated_at }) => goTime(typeof updated_at === 'string' ? updated_at : undefined),
};
