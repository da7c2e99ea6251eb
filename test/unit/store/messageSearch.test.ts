import assert from 'node:assert/strict';
import type { TextQuery } from '#core/search/textSearch.ts';
import { findMessages } from '#store/search/messageSearch.ts';
import {
  compactionLine,
  keenStore,
  logPath,
  startLine,
  turnLine,
  userLine,
} from './support/keenStore.ts';
import { MemoryFileSystem } from './support/memoryFileSystem.ts';

const plain = { matchCase: false, wholeWord: false, regex: false };

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
      findMessages(session, { ...plain, query, matchCase }, 0);
    assert.deepEqual(await search('needle', false), {
      rows: [0, 2],
      counts: [2, 1],
      complete: true,
    });
    assert.deepEqual((await search('Needle', true)).counts, [1]);
    assert.deepEqual((await search('before', false)).rows, []);
  });

  it('takes whole words and regular expressions, and says why it refuses one', async () => {
    const session = await reader(
      [startLine('a'), userLine(2, 'Needles'), userLine(3, 'A needle'), turnLine(4, 'need')].join(
        '',
      ),
    );
    const search = (query: string, options: Partial<TextQuery>) =>
      findMessages(session, { ...plain, query, ...options }, 0);
    assert.deepEqual((await search('needle', { wholeWord: true })).rows, [1]);
    assert.deepEqual((await search('need(les)?', { regex: true })).rows, [0, 1, 2]);
    assert.deepEqual((await search('^need$', { regex: true })).rows, [2]);
    const refused = await search('(', { regex: true });
    assert.deepEqual(refused.rows, []);
    assert.notEqual(refused.refusal ?? '', '');
  });

  it('comes in parts that continue each other', async () => {
    const lines = Array.from({ length: 1_200 }, (_, at) => userLine(at + 2, `needle ${at}`));
    const session = await reader([startLine('a'), ...lines].join(''));
    const rows: number[] = [];
    let from: number | undefined = 0;
    let parts = 0;
    while (from !== undefined) {
      const part = await findMessages(
        session,
        { ...plain, query: 'needle', matchCase: true },
        from,
      );
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
