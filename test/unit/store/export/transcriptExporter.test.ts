import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { document, exporterOf, long, path } from '../support/exporter.ts';
import { compactionLine, session, startLine, turnLine, userLine } from '../support/keenStore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exporter-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('exporting a transcript', () => {
  it('writes Markdown into a file, and leaves nothing else behind', async () => {
    const { file, run, loads } = exporterOf(
      folder,
      session('a', { text: 'Fix it', answer: 'Done.' }),
    );
    const { rows, bytes } = await run();
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^# Fix it\n/);
    assert.match(text, /\n## You\n\n> Fix it\n\n## Keen Code\n\nDone\.\n/);
    assert.deepEqual({ rows, bytes }, { rows: 2, bytes: Buffer.byteLength(text) });
    assert.deepEqual(readdirSync(folder), ['out']);
    assert.equal(loads(), 0, 'the bundle for HTML is loaded for nothing');
  });

  it('tells the writer of HTML the prompts and where the context was compacted', async () => {
    const { file, run, loads } = exporterOf(
      folder,
      startLine('a') +
        userLine(2, `First\nof ${'many '.repeat(100)}`) +
        turnLine(3, 'A') +
        compactionLine(4, 'So far') +
        userLine(5, 'Second'),
    );
    await run({ format: 'html' });
    await run({ format: 'html' });
    const [head = '', ...rows] = readFileSync(file, 'utf8').split('\n');
    const { outline } = JSON.parse(head) as {
      outline: { rowId: string; kind: string; text?: string }[];
    };
    assert.deepEqual(
      outline.map(({ rowId, kind, text }) => [rowId, kind, text?.slice(0, 15)]),
      [
        ['2.0', 'prompt', 'First of many m'],
        ['4.0', 'compaction', undefined],
        ['5.0', 'prompt', 'Second'],
      ],
    );
    assert.ok((outline[0]?.text?.length ?? 0) < 200);
    assert.deepEqual(rows, ['2.0 user', '3.0 assistant', '4.0 compaction', '5.0 user', 'end', '']);
    assert.equal(loads(), 1);
  });

  it('replaces a file at once, through a link if it is one', async () => {
    const { run } = exporterOf(folder, session('a'));
    const target = join(folder, 'target.md');
    const link = join(folder, 'link.md');
    writeFileSync(target, 'before');
    symlinkSync(target, link);
    await run({ file: link });
    assert.match(readFileSync(target, 'utf8'), /^# Message of a\n/);
    assert.deepEqual(readdirSync(folder).sort(), ['link.md', 'target.md']);
    assert.equal(readFileSync(link, 'utf8'), readFileSync(target, 'utf8'));
  });

  it('gives the thread back meanwhile and tells how far it is', async () => {
    const told: number[] = [];
    const { run } = exporterOf(folder, long(4_000), (rows, total) => {
      assert.equal(total, 4_000);
      told.push(rows);
    });
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) {
        setImmediate(count);
      }
    };
    count();
    assert.equal((await run()).rows, 4_000);
    isDone = true;
    assert.ok(turns > 3, `others had ${turns} turns`);
    assert.deepEqual(
      told,
      [...told].sort((a, b) => a - b),
    );
  });

  it('stops when it is cancelled; the file is as it was', async () => {
    const { file, run } = exporterOf(folder, long(20_000));
    writeFileSync(file, 'before');
    const cancel = new AbortController();
    const running = run({ signal: cancel.signal });
    setImmediate(() => {
      cancel.abort();
    });
    await assert.rejects(running, { name: 'AbortError' });
    assert.equal(readFileSync(file, 'utf8'), 'before');
    assert.deepEqual(readdirSync(folder), ['out']);
  });

  it('fails with a sentence when another log takes its place meanwhile', async () => {
    // More than the reader caches, so that it has to check the file again.
    const { disk, run } = exporterOf(folder, long(1_000, 50_000), undefined, (options) => ({
      ...document(options),
      row: ({ id, kind }) => {
        if (id === '20.0') {
          disk.put(path, session('a', { text: 'Another' }));
        }
        return `${id} ${kind}\n`;
      },
    }));
    const running = run({ format: 'html' });
    await assert.rejects(running, { name: 'UserError', message: /changed while it was exported/ });
    assert.deepEqual(readdirSync(folder), []);
  });

  it('says why nothing can be written', async () => {
    const { run } = exporterOf(folder, session('a'));
    mkdirSync(join(folder, 'folder'));
    for (const [file, reason] of [
      [join(folder, 'none', 'out'), 'its folder does not exist'],
      [join(folder, 'folder'), 'it is a folder'],
    ] as const) {
      await assert.rejects(run({ file }), {
        name: 'UserError',
        message: `${file} could not be written: ${reason}.`,
      });
    }
    assert.deepEqual(readdirSync(folder), ['folder']);
  });

  it('never writes into the log itself, nor into the database that it is of', async () => {
    const { run } = exporterOf(folder, session('a'));
    for (const file of [path, dirname(path)]) {
      await assert.rejects(run({ file }), {
        name: 'UserError',
        message: /belongs to an agent’s sessions/,
      });
    }
  });

  it('exports the branch and the rows of an open session without closing it', async () => {
    const { store, run } = exporterOf(folder, session('a'));
    store.open(path);
    await run();
    assert.equal(store.reader(path).rows('all', 0, 5).rows.length, 2);
  });
});
