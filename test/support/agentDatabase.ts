import assert from 'node:assert/strict';
import {
  loadSqlite,
  type SqliteDatabase,
  type SqliteModule,
} from '#store/sources/database/sqliteModule.ts';

/** Default folder of sessions. */
export const project = '/home/user/project';

/** Node's SQLite; tests with a database run in a Node that has it. */
export function sqlite(): SqliteModule {
  const module = loadSqlite();
  assert.ok(module !== undefined, `Node ${process.versions.node} has no SQLite.`);
  return module;
}

/** Opens a database, works on it and closes it. */
export function withWriter(path: string, work: (connection: SqliteDatabase) => void): void {
  // Newer versions of Node refuse otherwise to change what the schema says.
  const connection = new (sqlite().DatabaseSync)(path, { readOnly: false, defensive: false });
  try {
    work(connection);
  } finally {
    connection.close();
  }
}

/** The tables as agent 0.5.1 creates them. */
export function createTables(connection: SqliteDatabase): void {
  run(
    connection,
    `CREATE TABLE sessions (id TEXT PRIMARY KEY, profile TEXT NOT NULL, cwd TEXT NOT NULL,
      created_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL)`,
  );
  run(
    connection,
    `CREATE TABLE entries (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
      kind TEXT NOT NULL, role TEXT NOT NULL, content TEXT NOT NULL, event_type TEXT NOT NULL,
      metadata TEXT NOT NULL DEFAULT '', created_at TIMESTAMP NOT NULL,
      FOREIGN KEY(session_id) REFERENCES sessions(id))`,
  );
  run(
    connection,
    'CREATE INDEX idx_entries_session_id_created_at ON entries(session_id, created_at)',
  );
}

export function run(
  connection: SqliteDatabase,
  sql: string,
  ...parameters: readonly string[]
): void {
  connection.prepare(sql).all(...parameters);
}

/** Time `seconds` after the start, in Go's notation. */
function goTimeAt(seconds: number): string {
  const time = new Date(Date.UTC(2026, 2, 24, 10, 11, 12) + seconds * 1000).toISOString();
  return `${time.replace('T', ' ').replace('.000Z', '')} +0000 UTC`;
}

export function addSession(connection: SqliteDatabase, id: string, cwd = project): void {
  run(
    connection,
    'INSERT INTO sessions VALUES (?, ?, ?, ?, ?)',
    id,
    'default',
    cwd,
    goTimeAt(0),
    goTimeAt(0),
  );
}

/** Appends an entry like agent: the row, then the session's time. */
export function addEntry(
  connection: SqliteDatabase,
  id: string,
  seconds: number,
  { role = 'user', content = '', metadata = '', kind = 'message' },
): void {
  run(
    connection,
    `INSERT INTO entries (session_id, kind, role, content, event_type, metadata, created_at)
      VALUES (?, ?, ?, ?, '', ?, ?)`,
    id,
    kind,
    role,
    content,
    metadata,
    goTimeAt(seconds),
  );
  run(connection, 'UPDATE sessions SET updated_at = ? WHERE id = ?', goTimeAt(seconds), id);
}

/** A session with a question and an answer. */
export function addTalk(
  connection: SqliteDatabase,
  id: string,
  { cwd = project, question = `Question of ${id}`, at = 1 } = {},
): void {
  addSession(connection, id, cwd);
  addEntry(connection, id, at, { content: question });
  addEntry(connection, id, at + 1, { role: 'assistant', content: 'Answer' });
}
