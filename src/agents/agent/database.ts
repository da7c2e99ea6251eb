import { trimEnd } from '#core/text/trimEnd.ts';
import type { DatabaseLayout } from '../contract/sources.ts';
import { isAbsolute } from '../toolbox/paths.ts';
import { goTime } from './goTime.ts';

const columns = ['id', 'profile', 'cwd', 'created_at', 'updated_at'];
/** No real folder or ID is that long; whatever it holds is not loaded. */
const isTooLong = (column: string) => `ifnull(octet_length(${column}), 0) > 65536`;
const short = (column: string) =>
  `iif(${isTooLong(column)}, substr(${column}, 1, 100), ${column}) AS ${column}`;

/** The file's name. */
export const databaseName = 'sessions.db';

/** SQLite loads a whole value to cut it. */
const shortEnough = 'octet_length(content) <= 1048576';

/**
 * The database of the SQLite era: a record for each row, the session's first. Schema and order:
 * `internal/store/sqlite/store.go` of v0.5.1, where the column `metadata` is a later addition.
 */
export const agentDatabase: DatabaseLayout = {
  kind: 'database',
  file: databaseName,
  roots: ({ home }) => {
    const base = trimEnd(home, '/\\');
    return isAbsolute(base)
      ? [{ path: `${base}/.agent/sessions/${databaseName}`, kind: 'flat' }]
      : [];
  },
  path: ['*'],
  fallbackId: (segments) => segments.at(-1) ?? '',
  tables: {
    sessions: columns,
    entries: [
      'id',
      'session_id',
      'kind',
      'role',
      'content',
      'event_type',
      'metadata',
      'created_at',
    ],
  },
  sessionsSql: `
    SELECT ${columns.map(short).join(', ')}, ${columns.map(isTooLong).join(' OR ')} AS tooLong,
      (SELECT count(*) FROM entries WHERE session_id = sessions.id) AS entries,
      (SELECT max(id) FROM entries WHERE session_id = sessions.id) AS last,
      (SELECT ifnull(sum(octet_length(content)), 0) FROM entries WHERE session_id = sessions.id)
        AS bytes
    FROM sessions`,
  openingSql: `
    SELECT id, kind, role, substr(content, 1, 4000) AS content, event_type, created_at
    FROM entries
    WHERE session_id = ? AND kind = 'message' AND role = 'user' AND ${shortEnough}
    ORDER BY created_at, id
    LIMIT 8`,
  entries: { table: 'entries', key: 'id', session: 'session_id', order: ['created_at', 'id'] },
  copied: { sessions: 'id = ?1', entries: 'session_id = ?1' },
  headerOf: ({ id, profile, cwd, created_at }) => ({
    table: 'sessions',
    id,
    profile,
    cwd,
    created_at,
  }),
  recordOf: ({ session_id: _session, ...row }) => ({ table: 'entries', ...row }),
  changedAt: ({ updated_at }) => goTime(typeof updated_at === 'string' ? updated_at : undefined),
};
