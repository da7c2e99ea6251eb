import type { SessionDatabase } from '../contract/sessionDatabase.ts';
import { goTime } from './goTime.ts';

const columns = ['id', 'profile', 'cwd', 'created_at', 'updated_at'];
/** Nobody has a folder or an id of that length; whatever it holds is not loaded. */
const isTooLong = (column: string) => `ifnull(octet_length(${column}), 0) > 65536`;
const short = (column: string) =>
  `iif(${isTooLong(column)}, substr(${column}, 1, 100), ${column}) AS ${column}`;

/**
 * The database of the SQLite era, as the store shows it: a log for each session, a line for each row.
 * Schema and order: `internal/store/sqlite/store.go` of v0.5.1, where the column `metadata` is one that
 * was added later.
 */
export const agentDatabase: SessionDatabase = {
  fileName: 'sessions.db',
  tables: {
    sessions: columns,
    entries: [
      ...['id', 'session_id', 'kind', 'role', 'content', 'event_type', 'metadata'],
      'created_at',
    ],
  },
  sessionsSql: `
    SELECT ${columns.map(short).join(', ')}, ${columns.map(isTooLong).join(' OR ')} AS tooLong,
      (SELECT count(*) FROM entries WHERE session_id = sessions.id) AS entries,
      (SELECT max(id) FROM entries WHERE session_id = sessions.id) AS last
    FROM sessions`,
  entries: { table: 'entries', session: 'session_id', order: ['created_at', 'id'] },
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
