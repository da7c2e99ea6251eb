import { trimEnd } from '#core/text/trimEnd.ts';
import type { DatabaseLayout } from '../contract/databaseLayout.ts';
import { isAbsolute } from '../toolbox/uri.ts';
import { idsIn, isTooLong, short } from '../toolbox/sessionSql.ts';
import { goTime } from './goTime.ts';

const columns = ['id', 'profile', 'cwd', 'created_at', 'updated_at'];

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
  indexed: { sessions: ['id'], entries: ['id', 'session_id'] },
  sessionsSql: idsIn('sessions'),
  sessionSql: `
    SELECT ${columns.map(short).join(', ')}, ${columns.map(isTooLong).join(' OR ')} AS tooLong, counts.*
    FROM sessions, (
      SELECT count(*) AS entries, max(id) AS last, ifnull(sum(octet_length(content)), 0) AS bytes
      FROM entries WHERE session_id = $id) AS counts
    WHERE sessions.id = $id`,
  // Each plus keeps an index from being taken in the place of that of sessions.
  openingSql: `
    SELECT id, kind, role, substr(content, 1, 4000) AS content, event_type, created_at
    FROM entries
    WHERE session_id = $id AND +kind = 'message' AND +role = 'user' AND ${shortEnough}
    ORDER BY created_at, id
    LIMIT 8`,
  entries: {
    table: 'entries',
    key: 'id',
    session: 'session_id',
    listSql: `SELECT id, '' AS version FROM entries WHERE session_id = $id ORDER BY created_at, id`,
  },
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
