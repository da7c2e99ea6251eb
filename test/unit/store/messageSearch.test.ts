import assert from 'node:assert/strict';
import { findMessages } from '#store/find/messageSearch.ts';
import {
  compactionLine,
  keenStore,
  logPath,
  startLine,
  turnLine,
  userLine,
} from './support/keenStore.ts';
import { MemoryFileSystem } from './support/memoryFileSystem.ts';

describe('a search in the model’s messages', () => {
  const path = logPath('a');

  async function reader(content: string) {
    const disk = new MemoryFileSystem();
    disk.put(path, content);
    const store = keenStore(disk);
    store.open(path);
    const opened = store.reader(path);
    await opened.indexAll();
    return opened;
  }

  it('finds and counts in what the model gets, and not in what was compacted', async () => {
    const session = await reader(
      [
        startLine('a'),
        userLine(2, 'Needle before'),
        compactionLine(3, 'A needle in the summary, and another Needle'),
        userLine(4, 'Nothing'),
        turnLine(5, 'One needle'),
      ].join(''),
    );
    const search = (query: string, matchCase: boolean) =>
      findMessages(session, { query, matchCase }, 0);
    assert.deepEqual(await search('needle', false), {
      rows: [0, 2],
      counts: [2, 1],
      complete: true,
    });
    assert.deepEqual((await search('Needle', true)).counts, [1]);
    assert.deepEqual((await search('before', false)).rows, []);
  });

  it('comes in parts that continue each other', async () => {
    const lines = Array.from({ length: 1_200 }, (_, at) => userLine(at + 2, `needle ${at}`));
    const session = await reader([startLine('a'), ...lines].join(''));
    const rows: number[] = [];
    let from: number | undefined = 0;
    let parts = 0;
    while (from !== undefined) {
      const part = await findMessages(session, { query: 'needle', matchCase: true }, from);
      rows.push(...part.rows);
      from = part.next;
      parts += 1;
    }
    assert.ok(parts > 1);
    assert.deepEqual(
      rows,
      lines.map((_, at) => at),
    );
  });
});
