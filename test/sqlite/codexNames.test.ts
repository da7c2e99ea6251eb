import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { storeOfAll } from '../unit/store/support/agentLogs.ts';

interface Database {
  exec(sql: string): void;
  close(): void;
}

const { DatabaseSync } = process.getBuiltinModule('node:sqlite') as unknown as {
  readonly DatabaseSync: new (path: string) => Database;
};

describe('names in Codex’s list of threads', () => {
  let home = '';
  const codex = () => join(home, '.codex');
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'codex-names-'));
    cpSync('test/fixtures/homes/codexThreads', codex(), { recursive: true });
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const storeHere = (more: Parameters<typeof storeOfAll>[1] = {}) =>
    storeOfAll(new NodeFileSystem(), {
      adapters: [codexAdapter],
      environment: { home, platform: 'posix', variables: {} },
      ...more,
    });
  const namesIn = async (store: ReturnType<typeof storeHere>) => {
    const { sessions = [] } = (await store.list('all'))[0] ?? {};
    const named = sessions.flatMap(({ id, name }) =>
      name === undefined ? [] : [[id.slice(9, 18), name]],
    );
    return Object.fromEntries(named) as Record<string, string>;
  };
  const change = (sql: string, file = 'state_5.sqlite') => {
    const database = new DatabaseSync(join(codex(), file));
    database.exec(sql);
    database.close();
  };
  const withoutIndex = () => {
    rmSync(join(codex(), 'session_index.jsonl'));
  };
  const recorded = { '2189-70f2': 'Greeting work', '096b-7ba1': 'Greeting work' };

  it('are those of sessions, and titles are none', async () => {
    assert.deepEqual(await namesIn(storeHere()), recorded);
    withoutIndex();
    assert.deepEqual(await namesIn(storeHere()), recorded);
  });

  it('change with the list', async () => {
    const store = storeHere();
    await namesIn(store);
    change(`UPDATE threads SET name = 'Again' WHERE id LIKE '%-2189-%'`);
    assert.deepEqual(await namesIn(store), { ...recorded, '2189-70f2': 'Again' });
  });

  it('give way to a later one of the other list', async () => {
    writeFileSync(
      join(codex(), 'session_index.jsonl'),
      ['2026-11-25T17:00:00Z', '2026-11-26T17:00:00Z']
        .map((time, at) =>
          JSON.stringify({
            id: ['01a213d1-2189-70f2-b473-f583f2fd32c0', '01a213d2-096b-7ba1-932f-9d58afd4e947'][
              at
            ],
            thread_name: 'In the index',
            updated_at: time,
          }),
        )
        .join('\n'),
    );
    assert.deepEqual(await namesIn(storeHere()), { ...recorded, '096b-7ba1': 'In the index' });
  });

  it('are in the database of the latest version', async () => {
    withoutIndex();
    change(
      `CREATE TABLE threads (id TEXT PRIMARY KEY, updated_at INTEGER, name TEXT);
       INSERT INTO threads VALUES ('01a213d1-2189-70f2-b473-f583f2fd32c0', 1, 'Of ten')`,
      'state_10.sqlite',
    );
    assert.deepEqual(await namesIn(storeHere()), { '2189-70f2': 'Of ten' });
  });

  it('cost nothing but themselves where they cannot be read', async () => {
    withoutIndex();
    const sessions = async (store: ReturnType<typeof storeHere>) => {
      const [listing] = await store.list('all');
      assert.deepEqual(listing?.failures, []);
      return listing.sessions.length;
    };
    assert.equal(await sessions(storeHere({ loadSqlite: () => undefined })), 4);
    change('ALTER TABLE threads DROP COLUMN name');
    assert.deepEqual([await sessions(storeHere()), await namesIn(storeHere())], [4, {}]);
    change('DROP TABLE threads');
    assert.deepEqual([await sessions(storeHere()), await namesIn(storeHere())], [4, {}]);
    writeFileSync(join(codex(), 'state_5.sqlite'), 'no database');
    assert.deepEqual([await sessions(storeHere()), await namesIn(storeHere())], [4, {}]);
  });
});
