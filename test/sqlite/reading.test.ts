import { lastMessageOf } from '#store/session/lastMessage.ts';
import { conversationOf } from '#store/requests/conversation.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentDatabase } from '#agents/agent/database.ts';
import { loadSqlite } from '#store/sources/database/sqliteModule.ts';
import {
  addEntry,
  addSession,
  addTalk,
  createTables,
  project,
  run,
} from '../support/agentDatabase.ts';
import { sourceRecords } from '../support/sourceRecords.ts';
import { useHome, type Home } from './support/home.ts';
import { ranStatements } from './support/ranStatements.ts';

const first = '20260324T101112.123456789';
const second = '20260324T101300.000000000';

describe('agent’s database as a folder of logs', () => {
  let home: Home;
  useHome((made) => {
    home = made;
  });

  const recordsOf = (name: string) => sourceRecords(home.store(), join(home.database, name));

  it('lists the sessions of a folder, newest first', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      addTalk(connection, second, { question: 'Later', at: 100 });
      addTalk(connection, 'elsewhere', { cwd: '/home/user/other' });
    });
    const { sessions, failures } = await home.list();
    assert.deepEqual(failures, []);
    assert.deepEqual(
      sessions.map(({ id, cwd, firstUserMessage, updatedAt }) => ({
        id,
        cwd,
        firstUserMessage,
        updatedAt,
      })),
      [
        {
          id: second,
          cwd: project,
          firstUserMessage: 'Later',
          updatedAt: Date.UTC(2026, 2, 24, 10, 11, 12 + 101),
        },
        {
          id: first,
          cwd: project,
          firstUserMessage: `Question of ${first}`,
          updatedAt: Date.UTC(2026, 2, 24, 10, 11, 14),
        },
      ],
    );
    assert.equal((await home.list('/home/user/other')).sessions.length, 1);
  });

  it('says whether agent is at work, as long as it wrote lately', async () => {
    const now = Math.floor((Date.now() - Date.UTC(2026, 2, 24, 10, 11, 12)) / 1_000);
    const turns = async () => (await home.list()).sessions.map(({ id, turn }) => [id, turn]);
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, second);
      addSession(connection, first);
      addEntry(connection, first, now, { content: 'Read it' });
    });
    assert.deepEqual(await turns(), [
      [first, 'running'],
      [second, undefined],
    ]);
    home.write((connection) => {
      addEntry(connection, first, now, { role: 'assistant', content: 'It says one.' });
    });
    assert.deepEqual((await turns())[0], [first, 'done']);
  });

  it('replays a session and tells it to a model', async () => {
    home.write((connection) => {
      createTables(connection);
      addSession(connection, first);
      addEntry(connection, first, 1, { content: 'Read it' });
      addEntry(connection, first, 2, {
        role: 'assistant',
        metadata: '{"toolCalls":[{"ID":"c1","ToolID":"core/read","Arguments":{"path":"a.go"}}]}',
      });
      addEntry(connection, first, 2, {
        role: 'tool',
        content: 'package a',
        metadata: '{"toolCallId":"c1","toolName":"core/read"}',
      });
      addEntry(connection, first, 3, { role: 'assistant', content: 'Read.' });
    });
    const store = home.store();
    const path = join(home.database, `${first}.jsonl`);
    store.open(path);
    const reader = store.reader(path);
    const { rows } = await reader.indexAll();
    assert.deepEqual(
      reader.rows('all', 0, rows).rows.map(({ kind }) => kind),
      ['user', 'tool', 'assistant'],
    );
    const { messages } = await conversationOf(store, path);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    );
    store.close(path);
  });

  it('has a record for each row, in agent’s order, and more as the session grows', async () => {
    home.write((connection) => {
      createTables(connection);
      addSession(connection, first);
      addEntry(connection, first, 5, { content: 'second by time' });
      addEntry(connection, first, 1, { content: 'first by time' });
      addEntry(connection, first, 5, { content: 'third by id' });
    });
    const store = home.store();
    const path = join(home.database, `${first}.jsonl`);
    store.open(path);
    const reader = store.reader(path);
    const texts = () =>
      reader.rows('all', 0, 10).rows.map((row) => (row.kind === 'user' ? row.text.text : row.kind));
    await reader.indexAll();
    assert.deepEqual(texts(), ['first by time', 'second by time', 'third by id']);
    home.write((connection) => {
      addEntry(connection, first, 9, { content: 'more' });
    });
    await reader.indexAll();
    assert.equal(texts().at(-1), 'more');
    assert.equal(reader.state().generation, 1);
    home.write((connection) => {
      addEntry(connection, first, 0, { content: 'before all' });
    });
    await reader.indexAll();
    assert.equal(texts()[0], 'before all');
    assert.ok(reader.state().generation > 1);
  });

  it('reads values of any type', () => {
    home.write((connection) => {
      createTables(connection);
      addSession(connection, first);
      run(
        connection,
        `INSERT INTO entries VALUES (9223372036854775807, '${first}', 7, x'c3a4', 1.5, 9007199254740993, '', 3)`,
      );
    });
    const [, record] = recordsOf(`${first}.jsonl`);
    assert.deepEqual(record, {
      table: 'entries',
      id: '9223372036854775807',
      // The columns are TEXT, where SQLite converts numbers to text.
      kind: '7',
      role: 'ä',
      content: '1.5',
      event_type: '9007199254740993',
      metadata: '',
      created_at: 3,
    });
  });

  it('reads the tables of agent’s first versions', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      run(connection, 'ALTER TABLE entries DROP COLUMN metadata');
    });
    const { sessions } = await home.list();
    assert.equal(sessions[0]?.firstUserMessage, `Question of ${first}`);
    const reader = await home.store().whole(sessions[0].path);
    assert.deepEqual(reader.state().problems, { lost: 0, odd: 0 });
  });

  it('names logs by IDs, whatever characters they have', async () => {
    const ids = ['../../../etc/passwd', 'a/b\\c', 'é👍', '.', '%2F', 'x'.repeat(300)];
    home.write((connection) => {
      createTables(connection);
      for (const id of ids) {
        addTalk(connection, id);
      }
      addTalk(connection, '');
      run(connection, `INSERT INTO sessions VALUES (NULL, '', '${project}', '', '')`);
    });
    const { sessions, failures } = await home.list();
    assert.deepEqual(failures, []);
    const found = sessions.map(({ id }) => id);
    assert.deepEqual(found.sort(), ids.sort());
    const store = home.store();
    for (const { path } of sessions) {
      assert.equal(join(path, '..'), home.database);
      assert.equal(store.summarize(path).path, path);
    }
  });

  it('reads no session again that did not change', async () => {
    const { ran, module } = ranStatements();
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      addTalk(connection, second);
    });
    const opened = () => ran.splice(0).filter((sql) => sql === agentDatabase.openingSql).length;
    const store = home.store({ loadSqlite: () => module });
    await store.list([project]);
    assert.equal(opened(), 2);
    await store.list([project]);
    assert.deepEqual(ran, []);
    home.write((connection) => {
      addEntry(connection, second, 50, { content: 'One more' });
    });
    const [listing] = await store.list([project]);
    assert.equal(opened(), 1);
    assert.equal(
      await lastMessageOf(store.sessionAt(listing?.sessions[0]?.path ?? ''), new Pacer(undefined)),
      'One more',
    );
  });

  it('forgets sessions that are gone', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      addTalk(connection, second);
    });
    const store = home.store();
    await store.list([project]);
    home.write((connection) => {
      run(connection, `DELETE FROM entries WHERE session_id = '${first}'`);
      run(connection, `DELETE FROM sessions WHERE id = '${first}'`);
    });
    const [listing] = await store.list([project]);
    assert.deepEqual(
      listing?.sessions.map(({ id }) => id),
      [second],
    );
    assert.throws(() => store.summarize(join(home.database, `${first}.jsonl`)), /does not exist/);
  });

  it('says why a database cannot be read', async () => {
    const failureOf = async () => (await home.list()).failures.map(({ message }) => message);
    writeFileSync(home.database, 'This is no database, though it is long enough for a header.');
    assert.deepEqual(await failureOf(), [
      `${home.database} cannot be read as a SQLite database (file is not a database).`,
    ]);
    writeFileSync(home.database, '');
    assert.deepEqual(await failureOf(), [
      `${home.database} has no table sessions, so it contains no sessions.`,
    ]);
    home.write((connection) => {
      createTables(connection);
      run(connection, 'ALTER TABLE sessions RENAME COLUMN cwd TO folder');
    });
    assert.deepEqual(await failureOf(), [
      `${home.database} cannot be read as a SQLite database (no such column: cwd).`,
    ]);
  });

  it('does not load SQLite without a database', async () => {
    let loads = 0;
    const loading = () => {
      loads += 1;
      return loadSqlite();
    };
    await home.store({ loadSqlite: loading }).list([project]);
    assert.equal(loads, 0);
  });
});
