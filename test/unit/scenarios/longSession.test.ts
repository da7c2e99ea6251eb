import assert from 'node:assert/strict';
import { readRecords } from '#core/jsonl/readRecords.ts';
import { sliceBytes } from '#store/sources/log/logReading.ts';
import { logPath, session, startLine, turnLine, userLine } from '../store/support/keenStore.ts';
import { opened } from '../store/support/openedSession.ts';

const path = logPath('a');

describe('a long session', () => {
  const long = (megabytes: number) => {
    let text = startLine('a');
    for (let seq = 2; text.length < megabytes * sliceBytes; seq += 2) {
      text += userLine(seq, `Question ${seq}`) + turnLine(seq + 1, 'w'.repeat(50_000));
    }
    return text;
  };

  it('shows its first rows before it is indexed to the end', async () => {
    const { disk, reader, state, notices } = opened(long(5));
    assert.equal(state.complete, false);
    assert.ok(state.rows > 0);
    assert.equal(reader.rows('all', 0, 5).rows.length, 5);
    // The start, twice: for the summary's two ends and for the first slice.
    assert.ok(disk.work.bytesRead < 2 * sliceBytes);
    const done = await reader.indexAll();
    assert.equal(done.complete, true);
    assert.equal(notices.at(-1)?.complete, true);
    assert.equal(notices.at(-1)?.rows, done.rows);
    const counts = notices.map(({ rows }) => rows);
    assert.deepEqual(
      counts,
      [...counts].sort((a, b) => a - b),
    );
    assert.equal(disk.work.opened, disk.work.closed);
  });

  it('is not indexed twice when it is looked at meanwhile', async () => {
    const { disk, reader } = opened(long(3));
    disk.resetWork();
    assert.equal(reader.refresh().complete, false);
    assert.deepEqual([disk.work.opened, disk.work.stated], [0, 0]);
    const { size } = await reader.indexAll();
    assert.ok(disk.work.bytesRead < size);
  });

  it('lets go of whoever waits for it and gives up, and indexes on for the others', async () => {
    const { reader, state } = opened(long(5));
    assert.equal(state.complete, false);
    const abort = new AbortController();
    const waiting = reader.indexAll(abort.signal);
    abort.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.equal(reader.state().complete, false);
    assert.equal((await reader.indexAll()).complete, true);
  });

  it('stops indexing when it is closed', async () => {
    const { disk, store } = opened(long(5));
    store.close(path);
    disk.resetWork();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(disk.work.opened, 0);
  });

  it('starts over if it is replaced while being indexed', async () => {
    const { disk, reader, texts } = opened(long(3));
    disk.put(path, session('a', { text: 'Compacted' }));
    const { generation, complete, title } = await reader.indexAll();
    assert.deepEqual([generation, complete, title], [2, true, 'Compacted']);
    assert.deepEqual(texts(), ['Compacted', 'Done.']);
  });

  it('starts over if it is truncated in place while being indexed', async () => {
    const { disk, reader, texts } = opened(long(3));
    disk.overwrite(path, session('a'));
    assert.equal((await reader.indexAll()).generation, 2);
    assert.deepEqual(texts(), ['Message of a', 'Done.']);
  });

  it('includes lines written while being indexed', async () => {
    const { disk, reader, texts } = opened(long(3));
    disk.append(path, userLine(9_999, 'Written meanwhile'));
    const { complete } = await reader.indexAll();
    assert.equal(complete, true);
    assert.deepEqual(texts().slice(-1), ['Written meanwhile']);
  });

  it('gives the rows of one line of many MB with one reading', () => {
    const items = Array.from({ length: 300 }, (_, index) => ({
      kind: 'tool_end',
      tool_end: { name: `tool${index}`, input: {}, output: 'o'.repeat(10_000) },
    }));
    const { disk, reader } = opened(startLine('a') + userLine(2, 'Go'));
    const turn = turnLine(3, 'End', items);
    assert.ok(turn.length > 3_000_000);
    disk.append(path, turn);
    return reader.indexAll().then(({ rows }) => {
      assert.equal(rows, 302);
      disk.resetWork();
      for (let start = 0; start < rows; start += 50) {
        assert.ok(reader.rows('all', start, 50).rows.length > 0);
      }
      assert.ok(disk.work.bytesRead < 2 * turn.length);
      assert.equal(disk.work.opened, 1);
    });
  });

  it('loses no more than a line that is longer than any string can be', () => {
    const bytes = new Uint8Array(2 ** 29);
    const { records, problems } = readRecords(bytes, { line: 1, offset: 0, length: bytes.length });
    assert.deepEqual(records, []);
    assert.deepEqual(
      problems.map(({ code, severity }) => [code, severity]),
      [['tooLong', 'lost']],
    );
  });

  it('of 20,000 rows gives any page for the bytes of its lines', async () => {
    let text = startLine('a');
    for (let row = 0; row < 20_000; row += 1) {
      text += userLine(row + 2, `Row ${row}`);
    }
    const { disk, reader } = opened(text);
    assert.equal((await reader.indexAll()).rows, 20_000);
    for (const start of [0, 10_000, 19_900]) {
      disk.resetWork();
      const { rows } = reader.rows('all', start, 100);
      const lengths = rows.reduce((sum, { source }) => sum + source.length, 0);
      assert.equal(disk.work.bytesRead, lengths);
      assert.equal(rows[0]?.kind === 'user' && rows[0].text.text, `Row ${start}`);
      assert.equal(rows.length, 100);
    }
    disk.resetWork();
    reader.rows('all', 10_050, 50);
    assert.equal(disk.work.bytesRead, 0);
  });
});
