import assert from 'node:assert/strict';
import { Pacer } from '#base/pacer.ts';
import { mostRows, RowSearch } from '#store/search/rowSearch.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { OpenSearches } from '#store/search/openSearches.ts';
import { IndexedSession } from '#store/session/indexedSession.ts';
import { sliceBytes } from '#store/sources/log/logReading.ts';
import { RecordReader } from '#store/session/recordReader.ts';
import { LogSource } from '#store/sources/log/logSource.ts';
import type { SessionReader } from '#store/session/sessionReader.ts';
import {
  keenStore,
  line,
  logPath,
  session,
  startLine,
  turnLine,
  userLine,
} from '../store/support/keenStore.ts';
import { findAll } from '../store/support/findAll.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { itInFull } from '../../support/full.ts';

const path = logPath('a');

const plain = { matchCase: false, wholeWord: false, regex: false };

async function opened(content: string) {
  const disk = new MemoryFileSystem();
  disk.put(path, content);
  const store = keenStore(disk);
  store.open(path);
  const reader = store.reader(path);
  await reader.indexAll();
  const find = async (query: string, filter: 'all' | 'trouble' = 'all', matchCase = false) => {
    const { matches, complete } = await findAll(reader, { filter, query, ...plain, matchCase });
    return { matches, complete };
  };
  return { disk, reader, find };
}

describe('finding', () => {
  it('finds in every kind of row, without regard to case unless asked', async () => {
    const items = [
      { kind: 'reasoning', content: 'Needle in thought' },
      { kind: 'tool_end', tool_end: { name: 'grep', input: { needle: 1 }, output: 'none' } },
      { kind: 'tool_end', tool_end: { name: 'grep', output: 'A NEEDLE.', error: '' } },
      { kind: 'bash', bash: { command: 'find needle', output: '' } },
      {
        kind: 'diff',
        diff: { lines: [{ Kind: 1, OldLineNum: 0, NewLineNum: 1, Content: 'needle' }] },
      },
    ];
    const { find } = await opened(
      startLine('a') +
        userLine(2, 'The needle') +
        turnLine(3, 'No such thing', items) +
        line({ seq: 4, kind: 'strange', strange: { needle: true } }) +
        'needle garbage\n',
    );
    assert.deepEqual(await find('needle'), { matches: [0, 1, 2, 3, 4, 5, 7, 8], complete: true });
    assert.deepEqual(await find('NEEDLE', 'all', true), { matches: [3], complete: true });
    assert.deepEqual(await find('needle', 'trouble'), { matches: [0, 1], complete: true });
    assert.deepEqual(await find('haystack'), { matches: [], complete: true });
    assert.deepEqual(await find(''), { matches: [], complete: true });
  });

  it('finds a call by its result on a later line', async () => {
    const { find } = await opened(
      startLine('a') +
        line({ seq: 2, kind: 'tool_start', payload: { name: 'grep', input: {} } }) +
        line({ seq: 3, kind: 'tool_end', payload: { name: 'grep', output: 'needle' } }),
    );
    assert.deepEqual((await find('needle')).matches, [0]);
  });

  it('reads the log once and parses nothing where no line can hold it', async () => {
    const content = session('a') + turnLine(4, 'w '.repeat(2 * sliceBytes));
    const { disk, find } = await opened(content);
    disk.resetWork();
    await find('needle');
    // Slices overlap by the length of the longest match, and the last line feed is not read.
    const slices = Math.ceil(content.length / sliceBytes);
    const overlap = (slices - 1) * ('needle'.length * 6 - 1);
    assert.deepEqual(
      [disk.work.bytesRead, disk.work.opened],
      [content.length - 1 + overlap, slices],
    );
    assert.equal(disk.work.opened, disk.work.closed);
  });

  it('finds what lies across the border of two slices', async () => {
    for (let shift = -8; shift <= 0; shift += 1) {
      const before = startLine('a').length + userLine(2, '').length - '"}}\n'.length;
      const text = `${'-'.repeat(sliceBytes - before + shift)}needle`;
      const { find } = await opened(startLine('a') + userLine(2, text));
      assert.deepEqual((await find('Needle')).matches, [0], `shifted by ${shift}`);
    }
  });

  it('counts how often each row holds it, in all that the row shows', async () => {
    const { reader } = await opened(
      startLine('a') +
        userLine(2, 'Needle, needle') +
        turnLine(3, 'none', [
          { kind: 'tool_end', tool_end: { name: 'needle', input: { a: 'needles' }, output: 'x' } },
          { kind: 'tool_end', tool_end: { name: 'x', output: 'a needle', error: 'a needle' } },
          { kind: 'bash', bash: { command: 'needle', output: 'needle\nneedleneedle' } },
        ]),
    );
    const query = { filter: 'all', query: 'needle', ...plain } as const;
    const { matches, counts } = await findAll(reader, query);
    assert.deepEqual(
      [matches, counts],
      [
        [0, 1, 2, 3],
        [2, 2, 1, 4],
      ],
    );
    const exact = await findAll(reader, { ...query, query: 'Needle', matchCase: true });
    assert.deepEqual([exact.matches, exact.counts], [[0], [1]]);
  });

  it('finds whole words and regular expressions, and says which it cannot use', async () => {
    const { reader } = await opened(
      startLine('a') +
        userLine(2, 'needle needles (needle) x-needle') +
        turnLine(3, 'a need', [{ kind: 'tool_end', tool_end: { name: 'x', output: 'nee dle' } }]) +
        userLine(4, 'another Needle'),
    );
    const query = { filter: 'all', query: 'needle', ...plain } as const;
    const words = await findAll(reader, { ...query, wholeWord: true });
    assert.deepEqual(
      [words.matches, words.counts],
      [
        [0, 3],
        [3, 1],
      ],
    );
    const regex = await findAll(reader, { ...query, query: String.raw`nee\s?d`, regex: true });
    assert.deepEqual(
      [regex.matches, regex.counts],
      [
        [0, 1, 2, 3],
        [4, 1, 1, 1],
      ],
    );
    const refusal = async (wanted: string) =>
      (await new OpenSearches().find(reader, { ...query, query: wanted, regex: true }, 0)).refusal;
    assert.equal(await refusal('(x'), 'The regular expression is invalid: Unterminated group.');
    assert.equal(await refusal('x'), undefined);
  });

  itInFull('ends a search that takes too long with a sentence', async () => {
    const { reader } = await opened(startLine('a') + userLine(2, 'x'.repeat(50_000)));
    const query = { filter: 'all', query: '(?=(.*x)*y)', ...plain, regex: true } as const;
    assert.deepEqual(await new OpenSearches().find(reader, query, 0), {
      rows: [],
      counts: [],
      complete: true,
      refusal: 'This regular expression takes too long. Try one that is more specific.',
    });
  });

  it('returns results in parts, and searches the bytes once', async () => {
    let text = startLine('a');
    for (let row = 0; row <= mostRows; row += 1) {
      text += userLine(row + 2, 'same');
    }
    const { reader, disk, find } = await opened(text);
    const query = { filter: 'all', query: 'same', ...plain } as const;
    assert.deepEqual((await find('same')).matches.length, mostRows + 1);
    let from: number | undefined = 0;
    let parts = 0;
    const searches = new OpenSearches();
    disk.resetWork();
    for (; from !== undefined; parts += 1) {
      const part = await searches.find(reader, query, from);
      assert.ok(part.rows.length <= mostRows && part.next !== from);
      from = part.next;
    }
    assert.ok(parts > 1);
    // Once for its bytes, once for its rows.
    assert.ok(disk.work.bytesRead < 2.5 * text.length, `${disk.work.bytesRead} bytes`);
  });

  it('reports its first match before examining all rows', async () => {
    let text = startLine('a') + userLine(2, 'needle');
    for (let row = 0; row < 100; row += 1) {
      text += userLine(row + 3, 'another needle');
    }
    const disk = new MemoryFileSystem();
    disk.put(path, text);
    const indexed = new IndexedSession(new LogSource(disk, path), keenAdapter.decode);
    indexed.advance(false, () => undefined);
    const records = new RecordReader(indexed, keenAdapter.decode, 1024);
    const query = { filter: 'all', query: 'needle', ...plain, matchCase: true } as const;
    const search = new RowSearch(indexed, records, query);
    let now = 0;
    const slow = () => new Pacer(undefined, () => (now += 10));
    const first = await search.part(0, slow());
    assert.equal(first.rows[0], 0);
    assert.ok(first.next !== undefined && first.next < 20, `told after ${first.next} rows`);
    const second = await search.part(first.next, slow());
    assert.equal(second.rows[0], first.next);
  });

  it('is incomplete while the log is not indexed to its end', async () => {
    const disk = new MemoryFileSystem();
    disk.put(path, session('a') + turnLine(4, 'w'.repeat(3 * sliceBytes)));
    const store = keenStore(disk);
    store.open(path);
    const query = { filter: 'all', query: 'message', ...plain } as const;
    const all = async (reader: SessionReader) => {
      const { matches, complete } = await findAll(reader, query);
      return { matches, complete };
    };
    assert.deepEqual(await all(store.reader(path)), { matches: [0], complete: false });
    await store.reader(path).indexAll();
    assert.deepEqual(await all(store.reader(path)), { matches: [0], complete: true });
  });

  it('can be cancelled, with every file closed', async () => {
    const { disk, reader } = await opened(session('a') + turnLine(4, 'w'.repeat(4 * sliceBytes)));
    const controller = new AbortController();
    disk.resetWork();
    disk.beforeRead = () => {
      controller.abort();
    };
    const query = { filter: 'all', query: 'needle', ...plain } as const;
    await assert.rejects(new OpenSearches().find(reader, query, 0, controller.signal), {
      name: 'AbortError',
    });
    assert.deepEqual([disk.work.opened, disk.work.closed], [1, 1]);
  });

  it('gives no places in a log that was replaced', async () => {
    const { disk, reader, find } = await opened(session('a'));
    disk.put(path, startLine('a'));
    assert.deepEqual(await find('message'), { matches: [], complete: false });
    assert.equal(reader.state().generation, 2);
  });
});
