import type { DatabaseTables } from '../../contract/databaseLayout.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import { idsIn, isTooLong, short } from '../../toolbox/sessionSql.ts';
import { changedAt, isText, jsonPath } from '../columns.ts';
import { messageRecord } from './record.ts';

/** What only some versions of 2.0 have. */
const laterColumns = ['fork_session_id'];

/** SQL for the number of rows that a fork copied from its parent: their IDs are `msg_…_<seq>`. */
const copied = `(SELECT count(*) FROM session_message
  WHERE session_id = $id AND substr(id, -length(seq) - 1) = '_' || seq)`;

/** The tables of opencode 2, in which each row is a whole message. */
export const secondTables: DatabaseTables = tablesOf('session_v2', laterColumns);

/** Previews of opencode 2 kept the name of the table of sessions, which opencode 1 has with empty messages. */
export const previewTables: DatabaseTables = tablesOf('session', [], 'messages > 0');

/**
 * @param later columns of that table that may be missing.
 * @param isOne SQL for whether a session is one of this generation.
 */
function tablesOf(table: string, later: readonly string[], isOne = '1'): DatabaseTables {
  const texts = ['id', 'parent_id', 'directory', 'title', ...later];
  const reverted = jsonPath('revert', '$.messageID');
  return {
    tables: {
      [table]: [...texts, 'revert', 'time_created', 'time_updated', 'time_archived'],
      session_message: ['id', 'session_id', 'type', 'seq', 'time_created', 'time_updated', 'data'],
    },
    laterColumns: { [table]: later },
    indexed: { [table]: ['id'], session_message: ['id', 'session_id'] },
    sessionsSql: idsIn(table),
    sessionSql: `
      SELECT ${texts.map(short).join(', ')}, ${texts.map(isTooLong).join(' OR ')} AS tooLong,
        time_created, time_updated, time_archived, ${reverted} AS revert_message,
        (SELECT seq FROM session_message WHERE id = ${reverted}) AS revert_seq,
        messages, last_message,
        (SELECT concat_ws(' ', time_updated, octet_length(data)) FROM session_message
          WHERE session_id = $id AND seq = last_seq) AS last_version
      FROM ${table},
        (SELECT count(*) AS messages, max(seq) AS last_seq, max(time_created) AS last_message
          FROM session_message WHERE session_id = $id)
      WHERE id = $id AND ${isOne}`,
    stateSql: `
      SELECT ifnull(octet_length(title), 0) + octet_length(id)
        + (SELECT ifnull(sum(octet_length(data)), 0) FROM session_message WHERE session_id = $id) AS bytes,
        ${later.length === 0 ? '0' : `iif(fork_session_id IS NULL, 0, ${copied})`} AS copied
      FROM ${table} WHERE id = $id`,
    openingSql: `
      SELECT id, session_id, type, seq, time_created, data FROM (
        SELECT id, session_id, type, seq, time_created,
          iif(octet_length(data) > 1048576, '{}', data) AS data
        FROM session_message WHERE session_id = $id ORDER BY seq LIMIT 40)
      WHERE type = 'user'
      LIMIT 4`,
    entries: {
      table: 'session_message',
      key: 'rowid',
      session: 'session_id',
      listSql: `
        SELECT rowid AS rowid, concat_ws(' ', time_updated, octet_length(data)) AS version
        FROM session_message WHERE session_id = $id ORDER BY seq`,
      areRewritten: true,
    },
    headerOf,
    recordOf: (message, { session }) => messageRecord(message, session),
    changedAt,
  };
}

/** In the form of opencode 1’s, with the session that it was forked from. */
function headerOf(session: JsonObject): JsonObject {
  const { fork_session_id: fork, copied } = session;
  return {
    info: {
      id: session.id,
      ...(isText(session.parent_id) ? { parentID: session.parent_id } : {}),
      ...(isText(fork) ? { forkID: fork, copied } : {}),
      directory: session.directory,
      title: session.title ?? '',
      time: {
        created: session.time_created,
        ...((session.time_archived ?? null) === null ? {} : { archived: session.time_archived }),
      },
      ...(isText(session.revert_message) ? { revert: { messageID: session.revert_message } } : {}),
    },
  };
}
