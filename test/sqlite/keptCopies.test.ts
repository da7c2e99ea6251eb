import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PathStyle } from '#store/disk/pathStyle.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { KeptCopies } from '#store/write/keptCopies.ts';
import { addSession, createTables } from '../demo/writeOpencode.mjs';
import {
  addTalk,
  createTables as createAgentTables,
  project,
  run,
  withWriter,
} from '../support/agentDatabase.ts';
import { addComposer } from '../support/cursorDatabase.ts';
import { fixtureText } from '../support/fixtures.ts';
import { CursorHome } from './support/cursorHome.ts';
import { OpencodeHome } from './support/opencodeHome.ts';

describe('a kept copy of a session in a database', () => {
  let home: OpencodeHome;
  let kept: string;
  beforeEach(() => {
    home = new OpencodeHome();
    kept = join(home.folder, 'kept');
  });
  afterEach(() => {
    home.dispose();
  });

  const textOf = (name: string, agent = 'opencode') => fixtureText(agent, name);
  const open = () => {
    const store = home.store({ kept });
    return {
      store,
      copies: new KeptCopies({ store, style: new PathStyle('posix'), folder: kept }),
    };
  };
  const listed = async () => {
    const [listing] = await open().store.list([project]);
    assert.deepEqual(listing?.failures, []);
    return listing.sessions;
  };
  /** All that a replay shows, with the steps of sub-agents. */
  const shown = async (store: SessionStore, path: string) => {
    store.open(path);
    const reader = await store.whole(path);
    const { rows } = reader.rows('all', 0, 1_000);
    const calls = rows.filter((row) => row.kind === 'tool' && row.agents !== undefined);
    const range = { start: 0, count: 100 };
    const steps = await Promise.all(calls.map(({ id }) => store.nested.rows(reader, id, 0, range)));
    return { rows, steps: steps.map((each) => each?.rows) };
  };

  it('shows all that the agent’s own did, with sub-agents, when that is gone', async () => {
    const connection = home.writer();
    createTables(connection);
    for (const name of ['everyKind', 'subAgent', 'reverted']) {
      addSession(connection, textOf(name));
    }
    const session = join(home.database, 'ses_everyKind01.jsonl');
    const { store, copies } = open();
    const before = await shown(store, session);
    const summary = store.summarize(session);
    assert.equal(before.steps.flat().length, 2);
    assert.deepEqual(await copies.keep(session), { isNew: true });
    assert.deepEqual(
      (await listed()).map(({ isKept }) => isKept),
      [undefined, undefined],
    );

    for (const table of ['part', 'message', 'session']) {
      run(connection, `DELETE FROM ${table}`);
    }
    const copy = join(kept, 'opencode', 'session-ses_everyKind01', 'opencode.db');
    const path = join(copy, 'ses_everyKind01.jsonl');
    assert.deepEqual(await listed(), [{ ...summary, path, isKept: true }]);
    assert.deepEqual(await shown(open().store, path), before);
    assert.equal(statSync(copy).mode & 0o077, 0);
    withWriter(copy, (reader) => {
      const ids = reader.prepare('SELECT id FROM session ORDER BY id').all();
      assert.deepEqual(
        ids.map((row) => ({ ...(row as object) })),
        [{ id: 'ses_everyKind01' }, { id: 'ses_subAgent01' }],
      );
    });

    await open().copies.remove(path);
    assert.deepEqual(readdirSync(join(kept, 'opencode')), []);
    assert.deepEqual(await listed(), []);
  });

  it('follows a session that went on, and leaves one alone that did not', async () => {
    const connection = home.writer();
    createTables(connection);
    addSession(connection, textOf('reverted'));
    const session = join(home.database, 'ses_reverted01.jsonl');
    await open().copies.keep(session);
    assert.deepEqual(await open().copies.keep(session), { isNew: false });
    run(connection, `UPDATE session SET title = 'Another', time_updated = time_updated + 1000`);
    assert.deepEqual(await open().copies.keep(session), { isNew: true });
    run(connection, 'DELETE FROM session');
    assert.deepEqual(
      (await listed()).map(({ name }) => name),
      ['Another'],
    );
    assert.deepEqual(readdirSync(join(kept, '.partial')), []);
  });

  it('is kept of agent’s sessions too, whatever they are called', async () => {
    const path = join(home.folder, '.agent', 'sessions', 'sessions.db');
    mkdirSync(dirname(path), { recursive: true });
    withWriter(path, (connection) => {
      createAgentTables(connection);
      addTalk(connection, '../..', { question: 'Of the first' });
      addTalk(connection, 'other');
    });
    const { store, copies } = open();
    const [found] = (await listed()).filter(({ id }) => id === '../..');
    const before = await shown(store, found?.path ?? '');
    await copies.keep(found?.path ?? '');
    withWriter(path, (connection) => {
      run(connection, 'DELETE FROM entries');
      run(connection, 'DELETE FROM sessions');
    });
    const left = await listed();
    assert.deepEqual(
      left.map(({ id, isKept, firstUserMessage }) => [id, isKept, firstUserMessage]),
      [['../..', true, 'Of the first']],
    );
    assert.deepEqual(await shown(open().store, left[0]?.path ?? ''), before);
    assert.deepEqual(readdirSync(join(kept, 'agent')).length, 1);
  });

  it('cannot be had of Cursor’s, whose values say whose they are only together', async () => {
    const cursor = new CursorHome();
    try {
      addComposer(cursor.writer(), textOf('editor/everyKind', 'cursor'));
      const store = cursor.store({ kept });
      const [listing] = await store.list([project]);
      const copies = new KeptCopies({ store, style: new PathStyle('posix'), folder: kept });
      await assert.rejects(copies.keep(listing?.sessions[0]?.path ?? ''), {
        message: /^Cursor keeps all sessions together .* Export the session instead\.$/,
      });
      assert.equal(existsSync(kept), false);
    } finally {
      cursor.dispose();
    }
  });
});
