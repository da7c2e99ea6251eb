import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Database what is used of `node:sqlite`
 * @property {(sql: string) => { all: (...values: any[]) => unknown }} prepare
 * @property {() => void} close
 */

/**
 * @typedef {object} Session
 * @property {string} id
 * @property {string} [parentID]
 * @property {string} directory
 * @property {string} title
 * @property {object} [metadata]
 * @property {object} [revert]
 * @property {{ created: number, archived?: number }} time
 */

/**
 * @typedef {object} Message
 * @property {{ id: string, sessionID: string, time: { created: number, completed?: number }, [key: string]: unknown }} info
 * @property {readonly { id: string, [key: string]: unknown }[]} parts
 */

/** The tables as opencode 1.18.33 creates them, without those that are not read. */
const tables = [
  `CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text, slug text NOT NULL,
    directory text NOT NULL, title text NOT NULL, version text NOT NULL, metadata text, revert text,
    time_created integer NOT NULL, time_updated integer NOT NULL, time_archived integer)`,
  `CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL)`,
  `CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL)`,
  'CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id)',
  'CREATE INDEX part_message_id_id_idx ON part (message_id, id)',
  'CREATE INDEX part_session_idx ON part (session_id)',
];

/** @param {Database} database */
export function createTables(database) {
  for (const sql of tables) {
    database.prepare(sql).all();
  }
}

/**
 * Writes a session as opencode does: a row for it, for each message, and for each part.
 * @param {Database} database
 * @param {string} text a fixture: the session, then its messages, a line each
 */
export function addSession(database, text) {
  const [head = '', ...lines] = text.trim().split('\n');
  const { info } = /** @type {{ info: Session }} */ (JSON.parse(head));
  const messages = lines.map((line) => /** @type {Message} */ (JSON.parse(line)));
  const { id, parentID = null, directory, title, metadata, revert, time } = info;
  const last = messages.at(-1)?.info.time ?? { created: time.created };
  database
    .prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .all(
      ...[id, 'global', parentID, 'quick-nebula', directory, title, '1.18.33'],
      ...[
        metadata === undefined ? null : JSON.stringify(metadata),
        revert === undefined ? null : JSON.stringify(revert),
        time.created,
        last.completed ?? last.created,
      ],
      time.archived ?? null,
    );
  for (const message of messages) {
    addMessage(database, message);
  }
}

/**
 * @param {Database} database
 * @param {Message} message
 */
export function addMessage(database, { info, parts }) {
  const { id, sessionID, ...data } = info;
  const { created } = data.time;
  database
    .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
    .all(id, sessionID, created, data.time.completed ?? created, JSON.stringify(data));
  for (const { id: partId, ...part } of parts) {
    database
      .prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)')
      .all(partId, id, sessionID, created, created, JSON.stringify(part));
  }
}

const [, script, path] = process.argv;
if (script?.endsWith('writeOpencode.mjs') === true && path !== undefined) {
  // Another name than a literal, for types of a Node that does not have it.
  const module = 'node:sqlite';
  /** @type {{ DatabaseSync: new (path: string) => Database }} */
  const { DatabaseSync } = await import(module);
  const database = new DatabaseSync(path);
  createTables(database);
  const sessions = /** @type {readonly string[]} */ (JSON.parse(readFileSync(0, 'utf8')));
  for (const text of sessions) {
    addSession(database, text);
  }
  database.close();
}
