import { lastMessageOf } from '#store/session/lastMessage.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { totalOf, type SessionNumbers } from '#core/numbers/numbers.ts';
import { readNumbers } from '#store/numbers/readNumbers.ts';
import { addSession, createTables } from '../demo/writeOpencode.mjs';
import { project, run } from '../support/agentDatabase.ts';
import { fixturesFolder, fixtureText, jsonLines } from '../support/fixtures.ts';
import {
  addSecondSession,
  createSecondTables,
  everySecondRow,
  shortSecond,
} from '../support/opencodeSecond.ts';
import { sourceRecords } from '../support/sourceRecords.ts';
import { OpencodeHome } from './support/opencodeHome.ts';

describe('the database of opencode 2', () => {
  let home: OpencodeHome;
  let path: string;
  beforeEach(() => {
    home = new OpencodeHome();
    path = home.database;
  });
  afterEach(() => {
    home.dispose();
  });

  const listed = async (store = home.store()) => {
    const [listing] = await store.list([project]);
    assert.deepEqual(listing?.failures, []);
    return listing.sessions
      .map(({ id, name, firstUserMessage }) => `${id}: ${name ?? firstUserMessage ?? ''}`)
      .sort();
  };

  it('gives the records that the fixture has', () => {
    const connection = home.writer();
    createSecondTables(connection);
    addSecondSession(connection, everySecondRow());
    const records = plain(sourceRecords(home.store(), join(path, 'ses_second01.jsonl')));
    if (process.env.UPDATE_GOLDEN === '1') {
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      writeFileSync(join(fixturesFolder('opencode'), 'second.jsonl'), text);
    }
    assert.deepEqual(records, jsonLines(fixtureText('opencode', 'second')));
  });

  it('is read where it has a session, and the older tables beside it where they alone have it', async () => {
    const connection = home.writer();
    createTables(connection);
    addSession(connection, fixtureText('opencode', 'everyKind'));
    addSession(connection, fixtureText('opencode', 'reverted'));
    createSecondTables(connection);
    assert.deepEqual(await listed(), [
      'ses_everyKind01: Every kind of part',
      'ses_reverted01: Undone',
    ]);
    addSecondSession(connection, shortSecond('ses_everyKind01', 'x', { title: 'Renamed' }));
    addSecondSession(connection, shortSecond('ses_new01', 'Of opencode 2 alone'));
    const store = home.store();
    assert.deepEqual(await listed(store), [
      'ses_everyKind01: Renamed',
      'ses_new01: Of opencode 2 alone',
      'ses_reverted01: Undone',
    ]);
    const reader = await store.whole(join(path, 'ses_everyKind01.jsonl'));
    assert.deepEqual(
      reader.rows('all', 0, 10).rows.map(({ kind }) => kind),
      ['user', 'assistant'],
    );
    store.dispose();
  });

  it('hides what it deleted, once it moved everything', async () => {
    const connection = home.writer();
    createTables(connection);
    addSession(connection, fixtureText('opencode', 'reverted'));
    createSecondTables(connection);
    const set = (value: object, time: number) => {
      run(connection, `DELETE FROM kv`);
      run(
        connection,
        `INSERT INTO kv VALUES ('migration.v1-v2', ?, 1, ${time})`,
        JSON.stringify(value),
      );
    };
    set({ phase: 'sessions', cursor: 'ses_a' }, 2_000_000_000_000);
    assert.deepEqual(await listed(), ['ses_reverted01: Undone']);
    set({ phase: 'completed' }, 2_000_000_000_000);
    assert.deepEqual(await listed(), []);
    // Somebody worked on it in opencode 1 since then.
    set({ phase: 'completed' }, 1);
    assert.deepEqual(await listed(), ['ses_reverted01: Undone']);
  });

  it('may lack what later versions added, and the older tables', async () => {
    const connection = home.writer();
    createSecondTables(connection, { later: '' });
    addSecondSession(connection, shortSecond('ses_new01', 'Early'));
    addSecondSession(connection, shortSecond('ses_old01', 'Away', { time_archived: 5 }));
    addSecondSession(connection, shortSecond('ses_sub01', 'Sub', { parent_id: 'ses_new01' }));
    assert.deepEqual(await listed(), ['ses_new01: Early']);
  });

  it('has a preview before it, whose sessions it took over', async () => {
    const next = home.writer(join(dirname(path), 'opencode-next.db'));
    createTables(next);
    createSecondTables(next, { table: 'session' });
    const { session, rows } = shortSecond('ses_next01', 'Of the preview', { title: '' });
    addSecondSession(next, { session, rows }, 'session');
    const dev = home.writer(join(dirname(path), 'opencode-dev.db'));
    createTables(dev);
    addSession(dev, fixtureText('opencode', 'reverted'));
    assert.deepEqual(await listed(), ['ses_next01: Of the preview', 'ses_reverted01: Undone']);
    const connection = home.writer();
    createTables(connection);
    assert.deepEqual(await listed(), ['ses_next01: Of the preview', 'ses_reverted01: Undone']);
    createSecondTables(connection);
    assert.deepEqual(await listed(), ['ses_reverted01: Undone']);
    const store = home.store();
    const inDev = join(dirname(path), 'opencode-dev.db', 'ses_reverted01.jsonl');
    await listed(store);
    assert.equal(store.summarize(inDev).name, 'Undone');
  });

  it('has a session once that two release channels have, where it was changed last', async () => {
    const dev = home.writer(join(dirname(path), 'opencode-dev.db'));
    const connection = home.writer();
    for (const one of [connection, dev]) {
      createSecondTables(one);
    }
    addSecondSession(connection, shortSecond('ses_both01', 'Go', { title: 'Of the main one' }));
    addSecondSession(connection, shortSecond('ses_main01', 'Alone'));
    addSecondSession(dev, shortSecond('ses_both01', 'Go', { title: 'Of the other' }));
    const update = (of: typeof dev, time: number) => {
      run(of, `UPDATE session_v2 SET time_updated = ${time} WHERE id = 'ses_both01'`);
    };
    update(dev, 2_000_000_000_000);
    const store = home.store();
    assert.deepEqual(await listed(store), ['ses_both01: Of the other', 'ses_main01: Alone']);
    update(connection, 2_000_000_000_001);
    assert.deepEqual(await listed(store), ['ses_both01: Of the main one', 'ses_main01: Alone']);
  });

  it('counts what a fork copied once, and says whose fork it is', async () => {
    const connection = home.writer();
    createSecondTables(connection);
    addSecondSession(connection, shortSecond('ses_a01', 'First'));
    const fork = shortSecond(
      'ses_b01',
      'First',
      { fork_session_id: 'ses_a01' },
      (seq) => `msg_b_${seq}`,
    );
    const [, answer] = shortSecond('ses_b01', 'x').rows;
    assert.ok(answer);
    const later = { time_created: answer.time_created + 60_000 };
    const time = { created: later.time_created, completed: later.time_created + 1 };
    const data = { ...(answer.data as object), time };
    const own = { ...answer, ...later, id: 'msg_own', seq: 7, data };
    addSecondSession(connection, { ...fork, rows: [...fork.rows, own] });
    const store = home.store();
    const [listing] = await store.list([project]);
    assert.deepEqual(listing?.sessions.map(({ id, parent }) => [id, parent?.id]).sort(), [
      ['ses_a01', undefined],
      ['ses_b01', 'ses_a01'],
    ]);
    const sessions: SessionNumbers[] = [];
    await readNumbers(
      store,
      listing.sessions.map((one) => one.path),
      (part) => {
        sessions.push(...part.sessions);
        return Promise.resolve();
      },
    );
    const { own: counts } = totalOf(sessions, { from: '' });
    assert.deepEqual([counts.cost, counts.input, counts.prompts], [1, 200, 1]);
  });

  it('is followed while a row is rewritten', async () => {
    const connection = home.writer();
    createSecondTables(connection);
    addSecondSession(connection, shortSecond('ses_new01', 'Prompt'));
    const store = home.store();
    await listed(store);
    const session = join(path, 'ses_new01.jsonl');
    assert.equal(await lastMessageOf(store.sessionAt(session), new Pacer(undefined)), 'Prompt');
    const reader = await store.whole(session);
    run(
      connection,
      `UPDATE session_message SET time_updated = 1795000000099,
        data = json_set(data, '$.content[0].text', 'Answered in full') WHERE seq = 1`,
    );
    await reader.indexAll();
    const [, answer] = reader.rows('all', 0, 10).rows;
    assert.equal(answer?.kind === 'assistant' ? answer.text.text : '', 'Answered in full');
    store.dispose();
  });

  it('says that it has tables newer than these, once there are rows in them', async () => {
    const connection = home.writer();
    createSecondTables(connection);
    addSecondSession(connection, shortSecond('ses_new01', 'Prompt'));
    run(connection, 'CREATE TABLE session_v3 (id text PRIMARY KEY)');
    run(connection, 'CREATE TABLE session_share (id text)');
    const store = home.store();
    const unknown = async () => (await store.list([project]))[0]?.unknownParts;
    assert.deepEqual(await unknown(), []);
    run(connection, `INSERT INTO session_v3 VALUES ('ses_x')`);
    assert.deepEqual(await unknown(), [{ agent: 'opencode', place: path, what: 'session_v3' }]);
  });
});

/** As in a file. */
const plain = (records: readonly unknown[]): readonly unknown[] =>
  JSON.parse(JSON.stringify(records)) as readonly unknown[];
