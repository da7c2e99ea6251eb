import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marksFileText, marksInFile } from '#protocol/sessionMarks.ts';
import { MarksLog } from '#store/marks/marksLog.ts';

describe('the file with marks', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marks-'));
    path = join(folder, 'not', 'there', 'marks.log');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const one = { agent: 'keen', id: '1' };
  const two = { agent: 'pi', id: '1' };

  it('is none at first, and then keeps what was added for the next window', async () => {
    const log = new MarksLog(path);
    assert.equal(await log.refresh(), false);
    await log.add([{ ...one, isPinned: true }]);
    await log.add([
      { ...one, title: 'Mine' },
      { ...two, tags: ['x'] },
    ]);
    const next = new MarksLog(path);
    assert.equal(await next.refresh(), true);
    for (const each of [log, next]) {
      assert.deepEqual(each.of(one), { title: 'Mine', isPinned: true });
      assert.deepEqual(each.of(two), { tags: ['x'] });
      assert.equal(each.of({ agent: 'pi', id: '2' }), undefined);
    }
    assert.equal(await next.refresh(), false);
  });

  it('has what all windows added, whoever was first', async () => {
    const windows = [new MarksLog(path), new MarksLog(path), new MarksLog(path)] as const;
    await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        windows[(number % 3) as 0 | 1 | 2].add([
          { agent: 'keen', id: String(number), isHidden: true },
          { ...one, tags: [`t${number}`] },
        ]),
      ),
    );
    for (const each of [...windows, new MarksLog(path)]) {
      await each.refresh();
      assert.equal(each.all().length, 60);
      assert.deepEqual(each.all(), windows[0].all());
    }
  });

  it('loses nothing but the half line of a window that was killed while it wrote', async () => {
    const log = new MarksLog(path);
    await log.add([
      { ...one, isPinned: true },
      { ...two, note: 'Kept' },
    ]);
    const { length } = readFileSync(path);
    for (let cut = 1; cut < length; cut += 1) {
      const other = join(folder, `cut-${cut}.log`);
      writeFileSync(other, readFileSync(path).subarray(0, cut));
      const next = new MarksLog(other);
      await next.refresh();
      await next.add([{ agent: 'fen', id: '9', title: 'After it' }]);
      const again = new MarksLog(other);
      await again.refresh();
      assert.deepEqual(again.all(), next.all());
      assert.deepEqual(again.of({ agent: 'fen', id: '9' }), { title: 'After it' });
    }
  });

  it('waits for the rest of a line that another window is writing', async () => {
    const log = new MarksLog(path);
    await log.add([{ ...one, isPinned: true }]);
    const line = `\n${JSON.stringify({ ...two, note: 'Größe' })}\n`;
    appendFileSync(path, Buffer.from(line).subarray(0, 40));
    assert.equal(await log.refresh(), false);
    appendFileSync(path, Buffer.from(line).subarray(40));
    assert.equal(await log.refresh(), true);
    assert.deepEqual(log.of(two), { note: 'Größe' });
  });

  it('is read anew if it was cut, replaced or deleted', async () => {
    const log = new MarksLog(path);
    await log.add([{ ...one, isPinned: true }]);
    truncateSync(path, 0);
    assert.equal(await log.refresh(), true);
    assert.deepEqual(log.all(), []);
    await log.add([{ ...two, isPinned: true }]);
    rmSync(path);
    assert.equal(await log.refresh(), true);
    assert.deepEqual(log.all(), []);
  });

  it('may hold anything: what is no change is passed over', async () => {
    const log = new MarksLog(path);
    await log.add([one]);
    appendFileSync(
      path,
      [
        'null',
        '{"agent":"keen"}',
        '{"agent":"keen","id":7,"title":"x"}',
        `{"agent":"keen","id":"1","title":"${'x'.repeat(301)}"}`,
        '{"agent":"keen","id":"1","tags":["two words"]}',
        '{"agent":"keen","id":"__proto__","title":"Mine"}',
      ].join('\n') + '\n',
    );
    await log.refresh();
    assert.deepEqual(log.all(), [{ agent: 'keen', id: '__proto__', title: 'Mine' }]);
  });

  it('goes to another machine as a text that is told from others', () => {
    const all = [{ ...one, isPinned: true, tags: ['x'] }];
    assert.deepEqual(marksInFile(marksFileText(all)), all);
    assert.deepEqual(marksInFile(marksFileText([...all, { agent: '', id: '' }])), all);
    for (const text of ['', '{}', '[]', '{"format":"session-browser.marks"}', 'null']) {
      assert.equal(marksInFile(text), undefined);
    }
  });
});
