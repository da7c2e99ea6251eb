import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { agentDatabase } from '#agents/agent/database.ts';
import { loadSqlite, type SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { addSession, createTables, goTimeAt } from '../../support/agentDatabase.ts';
import { cachedFolder } from '../../vscode/cache.mjs';
import { project } from '../data/benchData.ts';
import { compare } from '../measure.ts';
import { growthRow, type BenchRow, type TimedShare } from '../row.ts';
import { newStore } from './store.ts';

const place = join('.agent', 'sessions', 'sessions.db');
const rowBytes = 10_000;

/** A home with a database of `count` sessions of `bytes` each, in rows of 10 KB. */
async function databaseHome(count: number, bytes: number): Promise<string> {
  const name = `bench-database-2-${count}-${bytes}`;
  const title = `Making a database of ${count} sessions`;
  return cachedFolder(name, title, (beside) => {
    mkdirSync(dirname(join(beside, place)), { recursive: true });
    const connection = open(join(beside, place), false);
    connection.prepare('BEGIN').all();
    createTables(connection);
    const insert = connection.prepare(
      `INSERT INTO entries (session_id, kind, role, content, event_type, created_at)
        VALUES (?, 'message', ?, ?, '', ?)`,
    );
    const text = 'words that an agent says '.repeat(rowBytes / 25);
    for (let session = 0; session < count; session += 1) {
      const id = `session-${session}`;
      addSession(connection, id, project);
      for (let row = 0; row < bytes / rowBytes; row += 1) {
        insert.all(id, row % 2 === 0 ? 'user' : 'assistant', text, goTimeAt(row));
      }
    }
    connection.prepare('COMMIT').all();
    connection.close();
    return Promise.resolve();
  });
}

function open(path: string, readOnly: boolean): SqliteDatabase {
  const sqlite = loadSqlite();
  if (sqlite === undefined) {
    throw new Error('The bench runs this row in a Node that has SQLite.');
  }
  return new sqlite.DatabaseSync(path, { readOnly });
}

/** The statements of a list, and nothing else. */
function listBare(home: string): void {
  const connection = open(join(home, place), true);
  const sessions = connection.prepare(agentDatabase.sessionsSql).all() as { id: string }[];
  for (const { id } of sessions) {
    connection.prepare(agentDatabase.openingSql).all(id);
  }
  connection.close();
}

const listRow: BenchRow = {
  name: 'database:list',
  title: 'list the sessions of a database, 1 MB each',
  against: 'the SQL itself',
  unit: 'ms',
  target: 2,
  needsSqlite: true,
  async find({ runs, sessions }) {
    const count = sessions / 10;
    const home = await databaseHome(count, 1e6);
    const run = async () => {
      const [listing] = await newStore(home).store.list([project]);
      if (listing?.sessions.length !== count) {
        throw new Error(`${String(listing?.sessions.length)} sessions were listed.`);
      }
    };
    return compare({ run }, { run: () => listBare(home) }, runs);
  },
};

const openTitle = 'open a session of a database: index and conversation';
const opened: TimedShare = async ({ large }, share) => {
  const bytes = large * share;
  const home = await databaseHome(1, bytes);
  return {
    run: async () => {
      const { store } = newStore(home);
      const [listing] = await store.list([project]);
      const path = listing?.sessions[0]?.path ?? '';
      const reader = await store.whole(path);
      if (reader.state().rows !== bytes / rowBytes) {
        throw new Error(`${reader.state().rows} rows were indexed.`);
      }
      await store.conversation(path);
    },
  };
};

/** Every entry as JSON, decoded once; no page of it is held. */
function decodeBare(home: string): number {
  const connection = open(join(home, place), true);
  const rows = connection.prepare('SELECT * FROM entries ORDER BY created_at, id');
  const context = { session: {}, partsOf: () => [] };
  let events = 0;
  for (const row of rows.iterate()) {
    const record = agentDatabase.recordOf(row as Readonly<Record<string, unknown>>, context);
    events += agentAdapter.decode(record, { line: 1, offset: 0, length: 0 }).events.length;
  }
  connection.close();
  return events;
}

const openRow: BenchRow = {
  name: 'database:open',
  title: openTitle,
  against: 'reading and decoding each row once',
  unit: 'ms',
  target: 5,
  needsSqlite: true,
  async find(scale) {
    const home = await databaseHome(1, scale.large);
    return compare(await opened(scale, 1), { run: () => decodeBare(home) }, scale.runs);
  },
};

export const databaseRows: readonly BenchRow[] = [listRow, openRow];
export const databaseGrowth: BenchRow = {
  ...growthRow('database:open', openTitle, opened),
  needsSqlite: true,
};
