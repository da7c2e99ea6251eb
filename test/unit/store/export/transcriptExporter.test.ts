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
import type { Row } from '#core/replay/row.ts';
import type { SelectedRows } from '#protocol/page.ts';
import type { MarkdownPart } from '#protocol/worker.ts';
import type { CreateDocument } from '#store/export/documentBundle.ts';
import { findSecrets } from '#store/export/secretRules.ts';
import { TranscriptExporter } from '#store/export/transcriptExporter.ts';
import {
  compactionLine,
  home,
  keenStore,
  logPath,
  session,
  startLine,
  turnLine,
  userLine,
} from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const path = logPath('a');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exporter-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A writer's calls, as its text. */
const document: CreateDocument = ({ facts, outline }) => ({
  begin: () => `${JSON.stringify({ rows: facts.rows, outline })}\n`,
  row: (row: Row) => `${row.id} ${row.kind}\n`,
  end: () => 'end\n',
});

function exporterOf(
  content: string,
  onProgress: (rows: number, total: number) => void = () => undefined,
  createDocument = document,
) {
  const disk = new MemoryFileSystem();
  disk.put(path, content);
  const store = keenStore(disk);
  let loaded = 0;
  const exporter = new TranscriptExporter({
    store,
    home,
    loadDocuments: () => {
      loaded += 1;
      return Promise.resolve(createDocument);
    },
    loadSecrets: () => Promise.resolve(findSecrets),
  });
  const file = join(folder, 'out');
  const run = (more: { format?: 'html' | 'markdown'; file?: string; signal?: AbortSignal } = {}) =>
    exporter.export(
      { path, format: more.format ?? 'markdown', file: more.file ?? file },
      more.signal,
      ({ rows, total }) => {
        onProgress(rows, total);
        return Promise.resolve();
      },
    );
  return { disk, store, file, run, exporter, loads: () => loaded };
}

const long = (rows: number, chars = 2_000) =>
  startLine('a') +
  Array.from(
    { length: rows / 2 },
    (_, at) => userLine(at * 2 + 2, `Q ${at}`) + turnLine(at * 2 + 3, 'w'.repeat(chars)),
  ).join('');

describe('exporting a transcript', () => {
  it('writes Markdown into a file, and leaves nothing else behind', async () => {
    const { file, run, loads } = exporterOf(session('a', { text: 'Fix it', answer: 'Done.' }));
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
    const { run } = exporterOf(session('a'));
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
    const { run } = exporterOf(long(4_000), (rows, total) => {
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
    const { file, run } = exporterOf(long(20_000));
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
    const { disk, run } = exporterOf(long(1_000, 50_000), undefined, (options) => ({
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
    const { run } = exporterOf(session('a'));
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
    const { run } = exporterOf(session('a'));
    for (const file of [path, dirname(path)]) {
      await assert.rejects(run({ file }), {
        name: 'UserError',
        message: /belongs to an agent’s sessions/,
      });
    }
  });

  it('exports the branch and the rows of an open session without closing it', async () => {
    const { store, run } = exporterOf(session('a'));
    store.open(path);
    await run();
    assert.equal(store.reader(path).rows('all', 0, 5).rows.length, 2);
  });
});

describe('rows as Markdown', () => {
  async function markdown(
    content: string,
    order: { rows?: SelectedRows; maxChars?: number; redact?: boolean } = {},
  ) {
    const { exporter } = exporterOf(content);
    const parts: MarkdownPart[] = [];
    const end = await exporter.markdown(
      { path, maxChars: Infinity, ...order },
      undefined,
      (part) => {
        parts.push(part);
        return Promise.resolve();
      },
    );
    return {
      end,
      parts,
      text: parts.map(({ text }) => text).join(''),
      rows: parts.flatMap(({ rows }) => rows),
    };
  }
  const content = startLine('a') + userLine(2, 'One') + turnLine(3, 'A') + userLine(4, 'Two');

  it('are all of them with a header, and each says where it starts', async () => {
    const { end, text, rows } = await markdown(content);
    assert.deepEqual(end, { rows: 3, total: 3 });
    assert.match(text, /^# One\n/);
    const lines = text.split('\n');
    assert.deepEqual(
      rows.map(({ rowId, title, line: at }) => [rowId, title, lines[at]]),
      [
        ['2.0', 'One', '## You'],
        ['3.0', undefined, '## Keen Code'],
        ['4.0', 'Two', '## You'],
      ],
    );
  });

  it('are the selected ones with their whole texts', async () => {
    const whole = 'long '.repeat(40_000);
    const { text, end } = await markdown(content + turnLine(5, whole), {
      rows: { filter: 'dialogue', from: '4.0', to: '5.0' },
    });
    assert.deepEqual(end, { rows: 2, total: 2 });
    assert.equal(text, `## You\n\n> Two\n\n## Keen Code\n\n${whole.trimEnd()}\n\n`);
  });

  it('come in parts, and end before the row that is too much', async () => {
    const { parts, rows } = await markdown(long(400, 5_000));
    assert.ok(parts.length > 3);
    assert.equal(rows.length, 400);
    const cut = await markdown(long(400, 5_000), { maxChars: 20_000 });
    assert.equal(cut.end.total, 400);
    assert.ok(cut.end.rows < 10 && cut.rows.length === cut.end.rows);
    assert.ok(cut.text.length <= 20_000);
  });

  it('are refused if an end of the selection is gone', async () => {
    await assert.rejects(markdown(content, { rows: { filter: 'all', from: '2.0', to: '99.0' } }), {
      name: 'UserError',
      message: 'The selected rows are no longer in the log.',
    });
  });
});

describe('exporting selected rows', () => {
  it('writes only these, and says how many of how many', async () => {
    const { file, exporter } = exporterOf(long(20, 10));
    const rows = { filter: 'all', from: '4.0', to: '6.0' } as const;
    const written = await exporter.export({ path, format: 'markdown', file, rows });
    assert.equal(written.rows, 3);
    const text = readFileSync(file, 'utf8');
    assert.match(text, /This is a part of the session: 3 of 20 rows\./);
    assert.match(text, /2 prompts, 1 answer/);
    assert.ok(!text.includes('> Q 0\n'));
  });

  it('has an outline of these alone', async () => {
    const { file, exporter } = exporterOf(long(20, 10));
    const outlineOf = async (rows: SelectedRows) => {
      await exporter.export({ path, format: 'html', file, rows });
      const [head = ''] = readFileSync(file, 'utf8').split('\n');
      const { outline } = JSON.parse(head) as { outline: { rowId: string; text: string }[] };
      return outline.map(({ rowId, text }) => [rowId, text]);
    };
    assert.deepEqual(await outlineOf({ filter: 'all', from: '4.0', to: '7.0' }), [
      ['4.0', 'Q 1'],
      ['6.0', 'Q 2'],
    ]);
    assert.deepEqual(await outlineOf({ filter: 'prompts', from: '6.0', to: '8.0' }), [
      ['6.0', 'Q 2'],
      ['8.0', 'Q 3'],
    ]);
    assert.deepEqual(await outlineOf({ filter: 'all', from: '5.0', to: '5.0' }), []);
  });

  it('leads from a compaction to the first row that it keeps, if that is among them', async () => {
    const content =
      startLine('a') + userLine(2, 'One') + userLine(3, 'Two') + compactionLine(4, 'Sum', 'Two');
    const rowsFrom = async (rows: SelectedRows) => {
      const { file, exporter } = exporterOf(content, undefined, (options) => ({
        ...document(options),
        row: (row) =>
          row.kind === 'compaction' && typeof row.change === 'object'
            ? `${row.id} keeps ${row.change.kept.user} from ${row.change.keptFrom ?? 'elsewhere'}\n`
            : `${row.id} ${row.kind}\n`,
      }));
      await exporter.export({ path, format: 'html', file, rows });
      return readFileSync(file, 'utf8').split('\n').slice(1, -2);
    };
    assert.deepEqual(await rowsFrom({ filter: 'all', from: '3.0', to: '4.0' }), [
      '3.0 user',
      '4.0 keeps 1 from 3.0',
    ]);
    assert.deepEqual(await rowsFrom({ filter: 'all', from: '4.0', to: '4.0' }), [
      '4.0 keeps 1 from elsewhere',
    ]);
  });
});
