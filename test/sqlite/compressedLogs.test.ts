import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { unpacked } from '#store/sources/log/zstd.ts';
import { MemoryFileSystem } from '../unit/store/support/memoryFileSystem.ts';
import { home, keenStore } from '../unit/store/support/keenStore.ts';

interface Zlib {
  zstdCompressSync(content: string | Uint8Array): Buffer;
}

const { zstdCompressSync } = process.getBuiltinModule('node:zlib') as unknown as Zlib;

const cwd = '/home/user/project';
const rollout = 'rollout-2026-11-20T09-00-00-01a1f003-0000-7000-8000-444455556666.jsonl';
const plain = `${home}/.codex/sessions/2026/11/20/${rollout}`;
const packed = `${plain}.zst`;
const text = readFileSync('test/fixtures/codex/rollbacks.jsonl', 'utf8');
const writtenAt = Date.UTC(2026, 10, 21);

const diskWith = (content: string | Uint8Array) => {
  const disk = new MemoryFileSystem();
  disk.put(packed, content, writtenAt);
  return disk;
};
const storeOn = (disk: MemoryFileSystem) => keenStore(disk, { adapters: [codexAdapter] });
const opened = async (disk: MemoryFileSystem, path = packed) => {
  const store = storeOn(disk);
  store.open(path);
  const reader = store.reader(path);
  await reader.indexAll();
  return reader;
};

/** Lines that hardly compress, so that the log has a middle and an end of their own. */
function longText(): string {
  let seed = 1;
  const noise = Array.from({ length: 400 }, () =>
    Array.from({ length: 250 }, () => {
      seed = (Math.imul(seed, 48_271) >>> 0) % 0x7fff_ffff;
      return seed.toString(36);
    }).join(''),
  );
  const lines = noise.map((words, at) => ({
    timestamp: new Date(Date.UTC(2026, 10, 20, 10) + at).toISOString(),
    type: 'response_item',
    payload: {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: words }],
    },
  }));
  return text + lines.map((one) => `${JSON.stringify(one)}\n`).join('');
}

describe('Codex’s compressed rollouts', () => {
  it('are listed as they were before', async () => {
    const [listing] = await storeOn(diskWith(zstdCompressSync(text))).list([cwd]);
    assert.deepEqual(listing?.failures, []);
    assert.deepEqual(
      listing.sessions.map(({ path, id, firstUserMessage, updatedAt }) => ({
        path,
        id,
        firstUserMessage,
        updatedAt,
      })),
      [
        {
          path: packed,
          id: '01a1f003-0000-7000-8000-444455556666',
          firstUserMessage: 'Name a color',
          updatedAt: Date.UTC(2026, 10, 20, 9, 1, 20),
        },
      ],
    );
  });

  it('have the rows and messages of what was compressed', async () => {
    const reader = await opened(diskWith(zstdCompressSync(text)));
    const other = new MemoryFileSystem();
    other.put(plain, text);
    const before = await opened(other, plain);
    const rows = (each: typeof reader) => each.rows('all', 0, 100);
    assert.deepEqual(rows(reader), rows(before));
    assert.deepEqual(reader.messages(0, 100), before.messages(0, 100));
  });

  it('cost the list their beginning, and nothing when they are listed again', async () => {
    const content = zstdCompressSync(longText());
    const disk = diskWith(content);
    const store = storeOn(disk);
    const [listing] = await store.list([cwd]);
    const [session] = listing?.sessions ?? [];
    assert.equal(session?.firstUserMessage, 'Name a color');
    // What was read has a last line, but the log goes on.
    assert.equal(session.updatedAt, writtenAt);
    assert.ok(content.length > 2 * disk.work.bytesRead, `${disk.work.bytesRead} bytes`);
    const { bytesRead } = disk.work;
    await store.list([cwd]);
    assert.equal(disk.work.bytesRead, bytesRead);
  });

  it('give way to a log that was resumed since', async () => {
    const disk = diskWith(zstdCompressSync(text));
    disk.put(plain, text);
    const [listing] = await storeOn(disk).list([cwd]);
    assert.deepEqual(
      listing?.sessions.map(({ path }) => path),
      [plain],
    );
  });

  it('are reported when they are damaged, cut short, or too large', async () => {
    const content = zstdCompressSync(text);
    for (const bytes of ['no frame', content.subarray(0, content.length / 2)]) {
      await assert.rejects(() => opened(diskWith(bytes)), /is compressed, and damaged/);
    }
    const [listing] = await storeOn(diskWith('no frame')).list([cwd]);
    assert.match(listing?.failures[0]?.message ?? '', /is compressed, and damaged/);
    const all = { path: packed, bytes: content, isAll: true };
    const large = unpacked(all, 100);
    assert.match(large.ok ? '' : large.failure.message, /exceeds the limit/);
    const none = unpacked(all, 1e6, () => undefined);
    assert.match(none.ok ? '' : none.failure.message, /Version 22\.15 or later/);
  });
});
