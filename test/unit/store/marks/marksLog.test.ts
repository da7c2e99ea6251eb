import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pacer } from '#base/pacer.ts';
import { markedAs } from '#core/events/marks.ts';
import { marksFileText, marksInFile } from '#protocol/sessionMarks.ts';
import { appendWhole, MarksLog } from '#store/marks/marksLog.ts';

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

  it('counts for a session that had another ID, until it is marked under its own', async () => {
    const log = new MarksLog(path);
    const moved = { agent: 'keen', id: 'new', formerId: '1' };
    await log.add([{ ...one, isPinned: true, title: 'Mine' }]);
    assert.deepEqual(log.of(moved), { title: 'Mine', isPinned: true });
    const marks = log.of(moved) ?? {};
    const session = { ...moved, path: '', cwd: undefined, createdAt: 0, updatedAt: 0, size: 0 };
    const change = markedAs({ ...session, firstUserMessage: undefined, marks });
    await log.add([{ ...change, isPinned: false }]);
    assert.deepEqual(log.of(moved), { title: 'Mine' });
    assert.deepEqual(log.of(one), { title: 'Mine', isPinned: true });
    await log.add([{ agent: 'keen', id: 'new', title: '' }]);
    for (const each of [log, new MarksLog(path)]) {
      await each.refresh();
      assert.equal(each.of(moved), undefined);
      assert.deepEqual(each.all(), [{ ...one, title: 'Mine', isPinned: true }]);
    }
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

  it('has all of a change or none on a disk that fills up, and of later ones too', async () => {
    const [first, second] = [one, two].map((each) =>
      Buffer.from(`\n${JSON.stringify({ ...each, isPinned: true })}\n`),
    ) as [Buffer, Buffer];
    for (let room = 0; room <= first.length; room += 1) {
      const written: Buffer[] = [];
      const takes = [room, room, room, second.length];
      const file = {
        write: (bytes: Uint8Array) => {
          const part = bytes.subarray(0, takes.shift());
          written.push(Buffer.from(part));
          return Promise.resolve({ bytesWritten: part.length, buffer: bytes });
        },
      } as unknown as FileHandle;
      const isWritten = await appendWhole(file, first);
      takes.splice(0, takes.length - 1);
      assert.equal(await appendWhole(file, second), true);
      const other = join(folder, `room-${room}.log`);
      writeFileSync(other, Buffer.concat(written));
      const log = new MarksLog(other);
      await log.refresh();
      assert.equal(isWritten, room === first.length);
      // The part may be the whole but for its line end.
      assert.ok(!isWritten || log.of(one) !== undefined);
      assert.deepEqual(log.of(two), { isPinned: true });
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

  it('is read in pieces, whatever they cut', async () => {
    const log = new MarksLog(path);
    const changes = Array.from({ length: 1_500 }, (_, at) => ({
      ...{ agent: 'keen', id: String(at) },
      note: 'Größe 👍'.repeat(at % 40),
      title: `Title ${at}`,
    }));
    await log.add(changes);
    // A line that is longer than a piece, and one without an end.
    appendFileSync(path, `${'x'.repeat(300_000)}\n${JSON.stringify({ ...two, title: 'Last' })}`);
    const next = new MarksLog(path);
    await next.refresh();
    assert.equal(next.all().length, 1_500);
    assert.deepEqual(next.all(), log.all());
    appendFileSync(path, '\n');
    assert.equal(await next.refresh(), true);
    assert.deepEqual(next.of(two), { title: 'Last' });
  });

  it('lets others have their turn between two pieces', async () => {
    const log = new MarksLog(path);
    await log.add(Array.from({ length: 2_000 }, (_, at) => ({ ...one, note: 'x'.repeat(at) })));
    const turns = await turnsDuring(() => new MarksLog(path).refresh());
    assert.ok(turns >= readFileSync(path).length / 100_000, String(turns));
  });

  it('goes to another machine as a text that is told from others', async () => {
    const all = [
      { ...one, isPinned: true, tags: ['x'] },
      { ...two, note: 'a\nb' },
    ];
    const pacer = new Pacer(undefined);
    const text = await marksFileText(all, pacer);
    assert.deepEqual(await marksInFile(text, pacer), all);
    assert.deepEqual(await marksInFile(JSON.stringify(JSON.parse(text), null, 2), pacer), all);
    const more = await marksFileText([...all, { agent: '', id: '' }], pacer);
    assert.deepEqual(await marksInFile(more, pacer), all);
    for (const other of ['', '{}', '[]', '{"format":"session-browser.marks"}', 'null']) {
      assert.equal(await marksInFile(other, pacer), undefined);
    }
  });

  it('is made and taken in slices', async () => {
    let clock = 0;
    const pacer = () => new Pacer(undefined, () => (clock += 1));
    const many = Array.from({ length: 1_000 }, (_, at) => ({ ...one, id: String(at) }));
    const text = await marksFileText(many, pacer());
    assert.ok((await turnsDuring(() => marksFileText(many, pacer()))) > 50);
    assert.ok((await turnsDuring(() => marksInFile(text, pacer()))) > 50);
  });
});

/** How often others had their turn while something was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}
