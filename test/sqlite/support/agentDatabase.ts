import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { agentDatabase } from '#agents/agent/database.ts';
import { NodeFileSystem } from '#store/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { SqliteFileSystem } from '#store/sqliteFileSystem.ts';
import { loadSqlite, type SqliteDatabase, type SqliteModule } from '#store/sqliteModule.ts';

export const project = '/home/user/project';

/** Node's SQLite; these tests run in a Node that has it. */
export function sqlite(): SqliteModule {
  const module = loadSqlite();
  assert.ok(module !== undefined, `Node ${process.versions.node} has no SQLite.`);
  return module;
}

/** A home of its own with the path that agent's database has in it. */
export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'sqlite-home-'));
  readonly database = join(this.folder, '.agent', 'sessions', 'sessions.db');
  readonly #open: SqliteDatabase[] = [];

  constructor() {
    mkdirSync(dirname(this.database), { recursive: true });
  }

  /** A connection that writes; closed at the end, if not before. */
  writer(): SqliteDatabase {
    const connection = new (sqlite().DatabaseSync)(this.database, { readOnly: false });
    this.#open.push(connection);
    return connection;
  }

  /** Writes and closes. */
  write(work: (connection: SqliteDatabase) => void): void {
    const connection = new (sqlite().DatabaseSync)(this.database, { readOnly: false });
    work(connection);
    connection.close();
  }

  /** What lies in the database's folder, byte for byte and with its times, without its reading. */
  print(): readonly string[] {
    const folder = dirname(this.database);
    return readdirSync(folder)
      .sort()
      .map((name) => {
        const { size, mtimeNs, ctimeNs, ino } = statSync(join(folder, name), { bigint: true });
        const content = readFileSync(join(folder, name)).toString('base64');
        return `${name} ${size} ${mtimeNs} ${ctimeNs} ${ino} ${content}`;
      });
  }

  fileSystem(load: () => SqliteModule | undefined = loadSqlite): SqliteFileSystem {
    return new SqliteFileSystem(new NodeFileSystem(), [agentDatabase], load);
  }

  store(fileSystem = this.fileSystem()): SessionStore {
    return new SessionStore({
      fileSystem,
      adapters: [agentAdapter],
      environment: { home: this.folder, platform: 'posix', variables: {} },
      onIndexed: () => undefined,
      onFault: (fault) => {
        throw fault;
      },
    });
  }

  dispose(): void {
    for (const connection of this.#open) {
      try {
        connection.close();
      } catch (error) {
        assert.match(String(error), /not open/);
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The tables as agent 0.5.1 makes them. */
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
export function goTimeAt(seconds: number): string {
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

/** An entry as agent appends it: the row, then the session's time. */
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

/** Folders that reading a copy leaves behind, if any. */
export function temporaryCopies(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('session-browser-database-'));
}
