import assert from 'node:assert/strict';
import { keenStore, logPath, session } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

describe('a session by its ID', () => {
  const storeWith = (options: Parameters<typeof keenStore>[1] = {}) => {
    const disk = new MemoryFileSystem();
    for (const [id, cwd] of [
      ['a', '/home/ann/project'],
      ['b', '/home/ann/other'],
      ['named-otherwise', '/home/ann/other'],
    ] as const) {
      const inside = id === 'named-otherwise' ? 'c' : id;
      disk.put(logPath(id, cwd), session(inside, { cwd }));
    }
    return keenStore(disk, options);
  };

  it('is found in any folder, also by a file that has another name', async () => {
    const store = storeWith();
    for (const [id, name] of [
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'named-otherwise'],
    ] as const) {
      const found = await store.sessionById({ agent: 'keen', id });
      assert.equal(found?.id, id);
      assert.ok(found.path.includes(`/${name}/`));
    }
  });

  it('is not found by half its ID, for another agent, or for one that is turned off', async () => {
    const store = storeWith();
    assert.equal(await store.sessionById({ agent: 'keen', id: 'named' }), undefined);
    assert.equal(await store.sessionById({ agent: 'fen', id: 'a' }), undefined);
    const off = storeWith({ agents: { keen: { enabled: false, extraRoots: [] } } });
    assert.equal(await off.sessionById({ agent: 'keen', id: 'a' }), undefined);
  });
});
