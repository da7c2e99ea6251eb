import assert from 'node:assert/strict';
import { Breadcrumb, breadcrumbPath } from '#store/disk/breadcrumb.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { WatchedFileSystem } from '#store/disk/watchedFileSystem.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { addTalk, createTables, project, run } from '../support/agentDatabase.ts';
import { useHome, type Home } from './support/home.ts';

const first = '20260324T101112.123456789';
const second = '20260324T101300.000000000';

describe('a session in a database at which a thread ended', () => {
  let home: Home;
  useHome((made) => {
    home = made;
  });

  it('costs no other session of its database, until it changes', async () => {
    home.write((connection) => {
      createTables(connection);
      addTalk(connection, first);
      addTalk(connection, second);
    });
    const breadcrumb = new Breadcrumb();
    const storeWithout = (leftOut: readonly string[]) =>
      home.store({ fileSystem: new WatchedFileSystem(new NodeFileSystem(), breadcrumb, leftOut) });
    const store = storeWithout([]);
    const [all] = await store.list([project]);
    assert.equal(breadcrumbPath(breadcrumb.key ?? ''), home.database);
    const path = all?.sessions.find(({ id }) => id === first)?.path ?? '';
    store.open(path);
    await store.reader(path).indexAll();
    const key = breadcrumb.key ?? '';
    assert.equal(breadcrumbPath(key), path);

    const told = async (from: SessionStore) => {
      const [listing] = await from.list([project]);
      const ids = listing?.sessions.map(({ id }) => id).sort();
      return [ids, listing?.failures.map((failure) => failure.path)];
    };
    const careful = storeWithout([key]);
    assert.deepEqual(await told(careful), [[second], [path]]);
    assert.throws(() => careful.summarize(path), /is left out/);
    home.write((connection) => {
      run(
        connection,
        `UPDATE sessions SET updated_at = '2027-01-01T00:00:00Z' WHERE id = '${first}'`,
      );
    });
    assert.deepEqual(await told(careful), [[first, second], []]);
  });
});
