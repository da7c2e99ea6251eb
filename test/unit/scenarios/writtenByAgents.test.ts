import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { home, keenStore } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

/** Sessions that the agents themselves wrote; they stay out of the repository. */
const folder = '../shared/fixtures';
const places = [
  { adapter: claudeAdapter, name: 'claude-code', store: '.claude/projects/project' },
  { adapter: codexAdapter, name: 'codex', store: '.codex/sessions/2026/11/21' },
];

describe('Sessions that agents wrote', () => {
  for (const { adapter, name, store } of places) {
    const real = join(folder, name);
    if (!existsSync(real)) {
      continue;
    }

    it(`of ${adapter.label} are listed, and hold nothing that is unknown`, async () => {
      const disk = new MemoryFileSystem();
      const cwds = new Set<string>();
      const files = readdirSync(real).filter((file) => file.endsWith('.jsonl'));
      for (const file of files) {
        const text = readFileSync(join(real, file), 'utf8');
        cwds.add(/"cwd":"([^"]+)"/.exec(text)?.[1] ?? '');
        disk.put(`${home}/${store}/${file}`, text);
      }
      const sessions = keenStore(disk, { adapters: [adapter] });
      const listings = await sessions.list([...cwds]);
      const listed = listings.flatMap((listing) => {
        assert.deepEqual(listing.failures, []);
        return listing.sessions.map(({ path }) => path);
      });
      for (const file of files) {
        const path = `${home}/${store}/${file}`;
        const isListed = !readFileSync(join(real, file), 'utf8').includes('"source":{"subagent"');
        assert.equal(listed.includes(path), isListed, file);
        sessions.open(path);
        const reader = sessions.reader(path);
        await reader.indexAll();
        const { rows } = reader.rows('all', 0, 10_000);
        assert.ok(
          rows.some(({ kind }) => kind === 'user'),
          file,
        );
        assert.deepEqual(
          rows.filter(({ kind }) => kind === 'unknown' || kind === 'problem'),
          [],
          file,
        );
        assert.ok(reader.messages(0, 10_000).messages.length > 0, file);
      }
    });
  }
});
