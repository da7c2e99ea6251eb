import assert from 'node:assert/strict';
import { join } from 'node:path';
import { addSession, addTalk, createTables, project, run } from '../support/agentDatabase.ts';
import { counted } from './support/countedRows.ts';
import { Home } from './support/home.ts';

const first = '20260324T101112.123456789';
const second = '20260324T101300.000000000';

describe('a database that no agent makes', () => {
  let home: Home;
  beforeEach(() => {
    home = new Home();
  });
  afterEach(() => {
    home.dispose();
  });

  const list = async () => {
    const [listing] = await home.store().list([project]);
    assert.ok(listing);
    return listing;
  };

  describe('a session that is too large', () => {
    const failureOf = (id: string) =>
      `The session ${id} in ${home.database} is too large: up to 256 MB of a session in a database are read.`;

    it('fails alone, by what SQLite says of its length, without being read', async () => {
      home.write((connection) => {
        createTables(connection);
        addTalk(connection, first);
        addSession(connection, second);
        for (let count = 0; count < 3; count += 1) {
          run(
            connection,
            `INSERT INTO entries (session_id, kind, role, content, event_type, created_at)
              VALUES ('${second}', 'message', 'user', zeroblob(100000000), '', '${count}')`,
          );
        }
      });
      const { rows, module } = counted();
      const store = home.store(home.fileSystem(() => module));
      const [listing] = await store.list([project]);
      assert.deepEqual(
        listing?.sessions.map(({ id }) => id),
        [first],
      );
      assert.deepEqual(listing.failures, [
        { path: join(home.database, `${second}.jsonl`), message: failureOf(second) },
      ]);
      assert.ok(rows.longest < 10_000, `a row of ${rows.longest} bytes was read`);
      const before = rows.count;
      await store.list([project]);
      assert.equal(rows.count, before);
      assert.throws(() => store.open(join(home.database, `${second}.jsonl`)), {
        message: failureOf(second),
      });
    });

    it('is one too whose text is longer than its bytes', async () => {
      home.write((connection) => {
        createTables(connection);
        addTalk(connection, first);
        addSession(connection, second);
        // Each byte becomes an escape of six.
        run(
          connection,
          `INSERT INTO entries (session_id, kind, role, content, event_type, created_at)
            VALUES ('${second}', 'message', 'user', CAST(zeroblob(100000000) AS TEXT), '', '1')`,
        );
      });
      const { sessions, failures } = await list();
      assert.deepEqual(
        [sessions.map(({ id }) => id), failures.map(({ message }) => message)],
        [[first], [failureOf(second)]],
      );
    });

    it('is one too whose own row is', async () => {
      home.write((connection) => {
        createTables(connection);
        addTalk(connection, first);
        addSession(connection, second, `${project}/${'x'.repeat(70_000)}`);
        addSession(connection, 'y'.repeat(70_000));
      });
      const { sessions, failures } = await list();
      assert.deepEqual(
        sessions.map(({ id }) => id),
        [first],
      );
      assert.equal(failures.length, 2);
    });
  });

  it('is read once, however many slices a session of it has', async () => {
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
    const store = home.store(home.fileSystem(() => module));
    const [listing] = await store.list([project]);
    const path = listing?.sessions[0]?.path ?? '';
    const before = rows.count;
    store.open(path);
    await store.reader(path).indexAll();
    await store.conversation(path);
    assert.equal(store.reader(path).state().rows, 400);
    assert.equal(rows.count, before);
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
    const [listing] = await home.store(home.fileSystem(() => module)).list([project]);
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
    assert.deepEqual((await list()).failures, [
      {
        path: home.database,
        message: `${home.database} is not read: its column entries.content is computed, as no agent makes it.`,
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
    assert.match((await list()).failures[0]?.message ?? '', /has no table sessions/);
  });
});
