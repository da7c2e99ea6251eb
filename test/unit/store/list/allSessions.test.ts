import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { SourceLayout } from '#agents/contract/adapter.ts';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import { cwdOf as geminiCwdOf } from '#agents/gemini/places.ts';

import { keenAdapter } from '#agents/keen/adapter.ts';
import type { ScanCount } from '#protocol/listing.ts';
import { home, keenStore, logPath, session } from '../support/keenStore.ts';
import { ids } from '../support/listing.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const minute = 60_000;

describe('the sessions of all folders', () => {
  const listed = async (
    disk: MemoryFileSystem,
    options: Parameters<typeof keenStore>[1] = {},
    signal?: AbortSignal,
  ) => {
    const parts: (ScanCount & { readonly ids: readonly string[] })[] = [];
    const listings = await keenStore(disk, options).list('all', signal, ({ count, changed }) => {
      parts.push({ ...count, ids: changed.flatMap(ids) });
      return Promise.resolve();
    });
    assert.equal(listings.length, 1);
    return { parts, sessions: listings[0]?.sessions ?? [] };
  };

  it('come newest first, whatever the folder, each with its own', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a', '/x'), session('a', { cwd: '/x' }), minute);
    disk.put(logPath('b', '/y'), session('b', { cwd: '/y' }), 3 * minute);
    disk.put(logPath('c', '/x'), session('c', { cwd: '/x' }), 2 * minute);
    const { parts, sessions } = await listed(disk);
    assert.deepEqual(
      sessions.map(({ id, cwd }) => [id, cwd]),
      [
        ['b', '/y'],
        ['c', '/x'],
        ['a', '/x'],
      ],
    );
    assert.deepEqual(parts, [{ found: 3, looked: 3, ids: ['b', 'c', 'a'] }]);
  });

  it('come in parts, a screen of the newest first', async () => {
    const disk = new MemoryFileSystem();
    const count = 400;
    for (let index = 0; index < count; index += 1) {
      const cwd = `/folder${index % 7}`;
      disk.put(logPath(`s${index}`, cwd), session(`s${index}`, { cwd }), index * minute);
    }
    const { parts } = await listed(disk);
    assert.deepEqual(
      parts.map(({ ids }) => ids.length),
      [50, 250, 100],
    );
    assert.equal(parts[0]?.ids[0], `s${count - 1}`);
  });

  it('include those of folders that only the agent’s own list names', async () => {
    const disk = new MemoryFileSystem();
    const projects = { projects: { '/listed': 'listed' } };
    disk.put(`${home}/.gemini/projects.json`, JSON.stringify(projects));
    const id = '5e550000-0000-4000-8000-000000000003';
    const start = { sessionId: id, projectHash: 'a', startTime: '2026-11-20T09:00:00.000Z' };
    const asked = { id: 'u', timestamp: start.startTime, type: 'user', content: 'Hello' };
    disk.put(
      `${home}/.gemini/tmp/listed/chats/session-1.jsonl`,
      `${JSON.stringify(start)}\n${JSON.stringify(asked)}\n`,
    );
    const adapters = [keenAdapter, geminiAdapter];
    const { sessions } = await listed(disk, { adapters });
    assert.deepEqual(
      sessions.map(({ agent, cwd }) => [agent, cwd]),
      [['gemini', '/listed']],
    );
    const found = await keenStore(disk, { adapters }).sessionById({
      agent: 'gemini',
      id,
    });
    assert.equal(found?.cwd, '/listed');
  });

  it('take one look at that list, however many folders there are', async () => {
    const disk = new MemoryFileSystem();
    const projects = Object.fromEntries(
      Array.from({ length: 300 }, (_, place) => place).map((place) => [
        `/listed/${place}`,
        `${place}`,
      ]),
    );
    disk.put(`${home}/.gemini/projects.json`, JSON.stringify({ projects }));
    for (const place of Array.from({ length: 300 }, (_, place) => place)) {
      // As folders were named before there was a list.
      const name = createHash('sha256').update(`/gone/${place}`).digest('hex');
      disk.put(`${home}/.gemini/tmp/${name}/logs.json`, '[]');
    }
    let looks = 0;
    const cwdOf: SourceLayout['cwdOf'] = (environment, hash) => {
      looks += 1;
      return geminiCwdOf(environment, hash);
    };
    const sources = geminiAdapter.sources.map((layout) => ({ ...layout, cwdOf }));
    const store = keenStore(disk, { adapters: [keenAdapter, { ...geminiAdapter, sources }] });
    await store.list(['/listed/7']);
    assert.equal(looks, 1);
    await store.list('all');
    assert.equal(looks, 1);
    disk.put(`${home}/.gemini/projects.json`, JSON.stringify({ projects: {} }));
    await store.list(['/listed/7']);
    assert.equal(looks, 2);
  });

  it('leave out what is turned off, and what cannot be read', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    disk.put(logPath('b'), session('b'));
    disk.fail(logPath('b'), 'noAccess');
    const off = { agents: { keen: { enabled: false, extraRoots: [] } } };
    assert.deepEqual(
      (await listed(disk)).sessions.map(({ id }) => id),
      ['a'],
    );
    assert.deepEqual((await listed(disk, off)).sessions, []);
  });

  it('end when nobody wants more', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a'));
    await assert.rejects(listed(disk, {}, AbortSignal.abort()), { name: 'AbortError' });
  });
});
