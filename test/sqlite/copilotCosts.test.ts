import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Pacer } from '#base/pacer.ts';
import type { SessionNumbers } from '#core/numbers/numbers.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import { sessionUsage } from '#store/session/sessionUsage.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import type { SqliteDatabase } from '#store/sources/database/sqliteModule.ts';
import { project, run } from '../support/agentDatabase.ts';
import { DatabaseHome } from './support/home.ts';

const ids = ['00000901-0000-4000-8000-000000000000', '00000902-0000-4000-8000-000000000000'];
const [first = '', second = ''] = ids;

describe('costs of Copilot CLI', () => {
  let home: DatabaseHome;
  beforeEach(() => {
    home = new DatabaseHome(['.copilot', 'session-store.db']);
    ids.forEach(writeSession);
  });
  afterEach(() => {
    home.dispose();
  });

  const print = () => [
    readdirSync(join(home.folder, '.copilot')),
    readFileSync(home.database, 'base64'),
    readFileSync(`${home.database}-wal`, 'base64'),
  ];

  const pathOf = (id: string) => join(home.folder, '.copilot', 'session-state', id, 'events.jsonl');

  const line = (type: string, data: object, second: number) =>
    `${JSON.stringify({ type, data, id: `${type}-${second}`, timestamp: at(second) })}\n`;

  function writeSession(id: string): void {
    mkdirSync(join(pathOf(id), '..'), { recursive: true });
    const usage = { model: 'standin', inputTokens: 1_100, outputTokens: 50, cacheReadTokens: 100 };
    // A provider's own number, which another session has, too.
    const asked = { apiCallId: 'chatcmpl-1', accounting: { sourceSessionId: id, sequence: 1 } };
    writeFileSync(
      pathOf(id),
      line('session.start', { sessionId: id, context: { cwd: project } }, 0) +
        line('user.message', { content: `Moor boat ${id}` }, 1) +
        line('assistant.message', { content: 'Moored.', model: 'standin' }, 2) +
        line('session.usage_record', { usage: { ...usage, ...asked } }, 3),
    );
  }

  /** As 1.0.102 makes it. */
  function open(): SqliteDatabase {
    const connection = home.writer();
    run(
      connection,
      `CREATE TABLE assistant_usage_events (
        id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
        agent_id TEXT, parent_tool_call_id TEXT, model TEXT NOT NULL, total_nano_aiu INTEGER,
        created_at TEXT DEFAULT (datetime('now')))`,
    );
    return connection;
  }

  function ask(
    connection: SqliteDatabase,
    session: string,
    nanoAiu: string,
    { time = at(3), model = 'standin', agent = 'NULL' } = {},
  ): void {
    run(
      connection,
      `INSERT INTO assistant_usage_events
          (session_id, model, created_at, total_nano_aiu, agent_id) VALUES (?, ?, ?, ${nanoAiu}, ${agent})`,
      ...[session, model, time],
    );
  }

  const used = async (id: string, store = home.store()) => {
    const session = store.sessionAt(pathOf(id));
    return (
      await sessionUsage(session, new Pacer(undefined), store.pricesOf(session, id, undefined))
    )?.usage;
  };

  it('are in the tooltip and in Numbers, in US dollars, by day and model', async () => {
    const connection = open();
    ask(connection, first, '12500000000');
    ask(connection, first, '12500000000', { time: '2026-11-20 09:00:30' });
    ask(connection, first, '50000000000', { time: '2026-11-22T12:00:00.000Z', model: 'other' });
    ask(connection, first, '10000000000', { agent: `'79675ad1'` });
    // The user's own key pays, or somebody else wrote it.
    ask(connection, first, 'NULL');
    ask(connection, first, '0');
    ask(connection, first, `'many'`);
    ask(connection, first, '-10000000000');
    ask(connection, first, '9e999');
    ask(connection, 'gone', '10000000000');
    connection.close();
    const tokens = { input: 1_000, output: 50, cacheRead: 100, cacheWrite: 0 };
    assert.deepEqual(await used(second), { ...tokens, cost: 0, unpriced: 1_150 });
    const [one, two] = await numbers(home.store(), ids.map(pathOf));
    assert.deepEqual(cellsOf(one), [
      ['2026-11-20', 'standin', false, 1_150, 0],
      ['2026-11-22', 'other', false, 0, 0.5],
      ['2026-11-20', 'standin', false, 0, 0.25],
      ['2026-11-20', 'standin', true, 0, 0.1],
    ]);
    assert.deepEqual(cellsOf(two), [['2026-11-20', 'standin', false, 1_150, 0]]);
    assert.deepEqual(await used(first), { ...tokens, cost: 0.75 });
  });

  it('follow what the program writes, and leave nothing beside its database', async () => {
    const connection = open();
    run(connection, 'PRAGMA journal_mode = WAL');
    ask(connection, first, '10000000000');
    const before = print();
    const store = home.store();
    assert.equal((await used(first, store))?.cost, 0.1);
    assert.deepEqual(print(), before);
    ask(connection, first, '10000000000');
    assert.equal((await used(first, store))?.cost, 0.2);
  });

  it('cost neither a session nor an error where there is no such table, database or SQLite', async () => {
    const check = async (store: SessionStore) => {
      assert.equal((await used(first, store))?.cost, 0);
      const sessions = await numbers(store, ids.map(pathOf));
      assert.deepEqual(
        sessions.map((session) => session.cells.length),
        [1, 1],
      );
    };
    await check(home.store());
    const connection = home.writer();
    run(connection, 'CREATE TABLE sessions (id TEXT)');
    connection.close();
    await check(home.store());
    rmSync(home.database);
    writeFileSync(home.database, 'nothing of the kind');
    await check(home.store());
    rmSync(home.database);
    const own = open();
    ask(own, first, '10000000000');
    own.close();
    await check(home.store({ loadSqlite: () => undefined }));
  });

  it('are known of a session that is too long to be added up', async () => {
    const connection = open();
    ask(connection, first, '10000000000');
    connection.close();
    appendFileSync(pathOf(first), line('user.message', { content: 'x'.repeat(2 ** 23) }, 4));
    const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    assert.deepEqual(await used(first), { ...none, cost: 0.1 });
  });
});

function at(second: number): string {
  return `2026-11-20T09:00:0${second}.000Z`;
}

async function numbers(store: SessionStore, paths: readonly string[]) {
  const sessions: SessionNumbers[] = [];
  const emit = (part: { readonly sessions: readonly SessionNumbers[] }) => {
    sessions.push(...part.sessions);
    return Promise.resolve();
  };
  const { unread } = await readNumbers(store, paths, emit);
  assert.equal(unread, 0);
  return sessions;
}

function cellsOf(session: SessionNumbers | undefined) {
  return session?.cells.map(({ day, model, isSubAgent, input, output, cacheRead, cost }) => [
    ...[day, model, isSubAgent, input + output + cacheRead, cost],
  ]);
}
