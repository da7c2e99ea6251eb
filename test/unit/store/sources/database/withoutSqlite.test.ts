import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { SessionStore } from '#store/sessionStore.ts';

const project = '/home/user/project';

// Reading databases is tested in test/sqlite, in a Node that supports it.
describe('A database of sessions where Node has no SQLite', () => {
  let home: string;
  let database: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'sqlite-unit-'));
    database = join(home, '.agent', 'sessions', 'sessions.db');
    mkdirSync(dirname(database), { recursive: true });
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  const newStore = () =>
    new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters: [agentAdapter],
      environment: {
        home,
        platform: process.platform === 'win32' ? 'windows' : 'posix',
        variables: {},
      },
      loadSqlite: () => undefined,
      onFault: (fault) => {
        throw fault;
      },
    });
  const list = async (store = newStore()) => {
    const [listing] = await store.list([project]);
    assert.ok(listing);
    return listing;
  };

  it('is named in the listing, with what can be done', async () => {
    writeFileSync(database, 'SQLite format 3\0');
    const { sessions, failures } = await list();
    assert.deepEqual(sessions, []);
    assert.deepEqual(failures, [
      {
        path: database,
        message:
          `${database} is a SQLite database, which Node.js ${process.versions.node} cannot read. ` +
          'Version 22.15 or later is required: use a newer VS Code.',
      },
    ]);
    assert.throws(() => newStore().summarize(join(database, 'x.jsonl')), /is a SQLite database/);
  });

  it('costs nothing where it is not there', async () => {
    assert.deepEqual((await list()).failures, []);
    assert.throws(() => newStore().summarize(join(database, 'x.jsonl')), /does not exist/);
  });
});
