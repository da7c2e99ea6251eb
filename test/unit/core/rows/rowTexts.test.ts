import assert from 'node:assert/strict';
import type { Diff, RowOf } from '#core/rows/row.ts';
import { textsOfRow } from '#core/rows/rowTexts.ts';
import { rowToMarkdown } from '#core/rows/toMarkdown.ts';
import { long, shellRow, toolRow } from '../../../support/pageSamples.ts';

const diff: Diff = {
  id: '3.1',
  path: 'src/a.ts',
  lines: [{ kind: 'added', oldLine: undefined, newLine: 1, text: 'const moored = true;' }],
  total: 1,
  added: 1,
  removed: 0,
};

describe('the texts of an edit', () => {
  const edit: RowOf<'tool'> = {
    ...toolRow('replace', { output: long('Linted: 1 problem.') }),
    input: long('{ "new_string": "const moored = true;", "instruction": "Moor the boat" }'),
    purpose: 'Moor the boat',
    diffs: [diff],
  };

  it('are in Markdown, with what the agent said that it does', () => {
    const markdown = rowToMarkdown(edit);
    for (const part of ['Moor the boat', '+const moored = true;', 'Linted: 1 problem.']) {
      assert.equal(markdown.split(part).length, 2, part);
    }
  });

  it('are what changed, once, and what the change does not say', () => {
    assert.deepEqual(textsOfRow(edit), [
      'replace',
      'Moor the boat',
      'src/a.ts',
      'const moored = true;',
      '',
      'Linted: 1 problem.',
    ]);
    const shell = { ...shellRow('apply_patch "const moored = true;"'), diffs: [diff] };
    assert.equal(textsOfRow(shell).filter((text) => text.includes('moored')).length, 1);
  });
});
