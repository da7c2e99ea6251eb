import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adapters } from '#agents/registry.ts';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { textSearch } from '#core/search/textSearch.ts';
import { textsOfRow } from '#core/rows/rowTexts.ts';
import { noLimits } from '#core/text/longText.ts';
import type { SessionHits } from '#protocol/search.ts';
import { NodeFileSystem } from '#store/disk/nodeFileSystem.ts';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import { SessionStore } from '#store/sessionStore.ts';
import { makeDemo } from '../demo/demo.mjs';
import { home, keenStore } from '../unit/store/support/keenStore.ts';
import { MemoryFileSystem } from '../unit/store/support/memoryFileSystem.ts';

const { zstdCompressSync } = process.getBuiltinModule('node:zlib') as unknown as {
  zstdCompressSync(content: Uint8Array): Buffer;
};

async function hitsOf(store: SessionStore, paths: readonly string[], query: string) {
  const found: SessionHits[] = [];
  const text = { query, matchCase: false, wholeWord: false, regex: false };
  const search = { text, rows: '', paths, most: Infinity, mostOfSession: Infinity };
  await searchSessions(store, search, ({ sessions }) => {
    found.push(...sessions);
    return Promise.resolve();
  });
  return found;
}

describe('searching what is not in plain logs', () => {
  it('finds in the sessions of all agents, those of databases among them, what their rows show', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'search-'));
    const demo = await makeDemo(folder);
    const store = new SessionStore({
      fileSystem: new NodeFileSystem(),
      adapters,
      environment: { home: demo.home, platform: 'posix', variables: {} },
      onFault: (fault) => {
        throw fault;
      },
    });
    try {
      const [listing] = await store.list([demo.workspace]);
      const sessions = listing?.sessions ?? [];
      const paths = sessions.map(({ path }) => path);
      assert.ok(sessions.some(({ agent }) => agent === 'opencode'));
      let inDatabases = 0;
      for (const query of ['HIGH water', 'table.go', 'ö', '→', 'func (', 'no such thing', 'e']) {
        const found = await hitsOf(store, paths, query);
        const search = textSearch({ query, matchCase: false, wholeWord: false, regex: false });
        for (const { path, agent } of sessions) {
          const reader = await store.whole(path);
          const { rows } = reader.rows('all', 0, reader.state().rows, noLimits);
          const expected = rows
            .filter((row) => textsOfRow(row).some((text) => search(text).length > 0))
            .map(({ id }) => id);
          const hits = found.find((one) => one.path === path)?.hits ?? [];
          assert.deepEqual(
            hits.map(({ rowId }) => rowId),
            expected,
            `${query} in ${path}`,
          );
          inDatabases += agent === 'opencode' ? hits.length : 0;
        }
      }
      assert.ok(inDatabases > 5, `${inDatabases} in databases`);
    } finally {
      store.dispose();
      rmSync(folder, { recursive: true });
    }
  });

  it('looks into compressed logs', async () => {
    const name = 'rollout-2026-11-20T09-00-00-01a1f003-0000-7000-8000-444455556666.jsonl.zst';
    const path = `${home}/.codex/sessions/2026/11/20/${name}`;
    const disk = new MemoryFileSystem();
    disk.put(path, zstdCompressSync(readFileSync('test/fixtures/codex/rollbacks.jsonl')));
    const store = keenStore(disk, { adapters: [codexAdapter] });
    const reader = await store.whole(path);
    const [row] = reader.rows('prompts', 0, 1).rows;
    const query = (row === undefined ? [] : textsOfRow(row)).join('').slice(0, 12);
    assert.equal(query.length, 12);
    assert.equal((await hitsOf(store, [path], query.toUpperCase())).length, 1);
    assert.equal((await hitsOf(store, [path], 'nothing like that')).length, 0);
  });
});
