import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SelectedRows } from '#protocol/pages/page.ts';
import type { MarkdownPart } from '#protocol/worker.ts';
import { document, exporterOf, long, path } from '../support/exporter.ts';
import { compactionLine, startLine, turnLine, userLine } from '../support/keenStore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exporter-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('rows as Markdown', () => {
  async function markdown(
    content: string,
    order: { rows?: SelectedRows; maxChars?: number; redact?: boolean } = {},
  ) {
    const { exporter } = exporterOf(folder, content);
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
    const { file, exporter } = exporterOf(folder, long(20, 10));
    const rows = { filter: 'all', from: '4.0', to: '6.0' } as const;
    const written = await exporter.export({ path, format: 'markdown', file, rows });
    assert.equal(written.rows, 3);
    const text = readFileSync(file, 'utf8');
    assert.match(text, /This is a part of the session: 3 of 20 rows\./);
    assert.match(text, /2 prompts, 1 answer/);
    assert.ok(!text.includes('> Q 0\n'));
  });

  it('has an outline of these alone', async () => {
    const { file, exporter } = exporterOf(folder, long(20, 10));
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
      const { file, exporter } = exporterOf(folder, content, undefined, (options) => ({
        ...document(options),
        row: (row) =>
          row.kind === 'compaction' && typeof row.change === 'object'
            ? `${row.id} keeps ${row.change.retained.user} from ${row.change.retainedFrom ?? 'elsewhere'}\n`
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
