import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { KeptCopies } from '#store/write/keptCopies.ts';
import { WriteFiles } from '#store/write/writeFiles.ts';
import { addSession, createTables } from '../demo/writeOpencode.mjs';
import { project, withWriter } from '../support/agentDatabase.ts';
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

  const open = (from: OpencodeHome | CursorHome = home) => {
    const store = from.store({ kept });
    return {
      store,
      copies: new KeptCopies(store, kept, { files: new WriteFiles() }),
    };
  };
  const refuses = async (from: OpencodeHome | CursorHome, label: string) => {
    const { store, copies } = open(from);
    const [listing] = await store.list([project]);
    await assert.rejects(copies.keep(listing?.sessions[0]?.path ?? ''), {
      message: new RegExp(
        `^${label} keeps all sessions together .* Export the session instead\\.$`,
      ),
    });
    assert.equal(existsSync(kept), false);
  };

  it('is none that we make', async () => {
    const connection = home.writer();
    createTables(connection);
    addSession(connection, fixtureText('opencode', 'reverted'));
    await refuses(home, 'opencode');
    const cursor = new CursorHome();
    try {
      addComposer(cursor.writer(), fixtureText('cursor', 'editor/everyKind'));
      await refuses(cursor, 'Cursor');
    } finally {
      cursor.dispose();
    }
  });

  it('of an earlier version is listed and shown, and can be deleted', async () => {
    const copy = join(kept, 'opencode', 'session-ses_everyKind01', 'opencode.db');
    mkdirSync(dirname(copy), { recursive: true });
    withWriter(copy, (connection) => {
      createTables(connection);
      addSession(connection, fixtureText('opencode', 'everyKind'));
    });
    const { store, copies } = open();
    const listed = async () => (await store.list([project]))[0]?.sessions;
    const path = join(copy, 'ses_everyKind01.jsonl');
    assert.deepEqual(
      (await listed())?.map((session) => [session.path, session.isKept]),
      [[path, true]],
    );
    store.open(path);
    assert.ok((await store.whole(path)).rows('all', 0, 1_000).rows.length > 5);

    await copies.remove(path);
    assert.deepEqual(readdirSync(join(kept, 'opencode')), []);
    assert.deepEqual(await listed(), []);
  });
});
