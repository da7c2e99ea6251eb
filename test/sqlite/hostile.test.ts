import assert from 'node:assert/strict';
import { addSession, addTalk, createTables, project, run } from '../support/agentDatabase.ts';
import { counted } from './support/countedRows.ts';
import { useHome, type Home } from './support/home.ts';

const first = '20260324T101112.123456789';
const second = '20260324T101300.000000000';

describe('a database that no agent makes', () => {
  let home: Home;
  useHome((made) => {
    home = made;
  });

  it('reports an oversized row by its length in SQLite', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      run(
        connection,
        `INSERT INTO entries (session_id, kind, role, content, event_type, created_at)
          VALUES ('${first}', 'message', 'user', zeroblob(300000000), '', '1')`,
      );
    });
    const { rows, module } = counted();
    const store = home.store({ loadSqlite: () => module });
    const [listing] = await store.list([project]);
    assert.equal(listing?.sessions.length, 1);
    const path = listing.sessions[0]?.path ?? '';
    store.open(path);
    await store.reader(path).indexAll();
    const { problems } = store.reader(path).problems(0, 10);
    assert.match(
      problems.find(({ code }) => code === 'tooLong')?.message ?? '',
      /exceeds the limit/,
    );
    assert.equal(store.reader(path).state().kinds.user, 1);
    assert.ok(rows.longest < 10_000, `a row of ${rows.longest} bytes was read`);
    await store.conversation(path);
  });

  it('names a session whose own row is too large, and no other', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      addSession(connection, second, `${project}/${'x'.repeat(70_000)}`);
      addSession(connection, 'y'.repeat(70_000));
    });
    const { sessions, failures } = await home.list();
    assert.deepEqual(
      sessions.map(({ id }) => id),
      [first],
    );
    assert.equal(failures.length, 2);
    assert.match(failures[0]?.message ?? '', /larger than 64 KB/);
  });

  it('is listed without the entries, and read by each entry once', async () => {
    home.write((connection) => {
      createTables(connection);
      addSession(connection, first);
      run(
        connection,
        `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)
          INSERT INTO entries (session_id, kind, role, content, event_type, created_at)
          SELECT '${first}', 'message', 'user', printf('%.*c', 100000, 'x'), '', n FROM numbers`,
      );
    });
    const { rows, module } = counted();
    const store = home.store({ loadSqlite: () => module });
    const [listing] = await store.list([project]);
    assert.ok(rows.count < 50 && rows.longest <= 4_000, `${rows.count} rows, ${rows.longest} long`);
    const path = listing?.sessions[0]?.path ?? '';
    rows.count = 0;
    store.open(path);
    await store.reader(path).indexAll();
    assert.equal(store.reader(path).state().rows, 400);
    // Its length and its content; and each slice starts by checking the tables.
    assert.ok(rows.count < 3 * 400 + 50 * 40, `${rows.count} rows`);
    const indexed = rows.count;
    await store.conversation(path);
    assert.ok(rows.count - indexed <= 2 * indexed, `${rows.count - indexed} rows`);
  });

  it('computes no column, however small the file', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      run(
        connection,
        `ALTER TABLE entries ADD COLUMN more TEXT AS (printf('%.*c', 250000000, 'x'))`,
      );
    });
    const { rows, module } = counted();
    const [listing] = await home.store({ loadSqlite: () => module }).list([project]);
    assert.deepEqual([listing?.sessions.map(({ id }) => id), listing?.failures], [[first], []]);
    assert.ok(rows.longest < 10_000);
    home.write((connection) => {
      run(connection, 'ALTER TABLE entries DROP COLUMN more');
      run(connection, 'ALTER TABLE entries DROP COLUMN content');
      run(
        connection,
        `ALTER TABLE entries ADD COLUMN content TEXT AS (printf('%.*c', 250000000, 'x'))`,
      );
    });
    assert.deepEqual((await home.list()).failures, [
      {
        path: home.database,
        message: `${home.database} is not read: its column entries.content is computed, which no agent does.`,
      },
    ]);
  });

  it('runs no view in the place of a table', async () => {
    home.write((connection) => {
      run(
        connection,
        `CREATE VIEW sessions AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
          SELECT i AS id FROM n`,
      );
    });
    assert.match((await home.list()).failures[0]?.message ?? '', /has no table sessions/);
  });
});
