import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineChanges } from '#core/changes/lineChanges.ts';
import { isWritten, placedEdit } from '#core/changes/placedEdit.ts';
import type { DiffLine } from '#core/events/diff.ts';
import { runs } from '../../../support/full.ts';

const file = Array.from({ length: 12 }, (_, at) => `line number ${at + 1}`);

describe('the place of an edit in its file', () => {
  const shown = (lines: readonly DiffLine[] = []) =>
    lines.map(({ kind, newLine, text }) => `${newLine ?? '-'} ${kind} ${text}`);
  const inFile = (from: number, to: number, ...lines: readonly string[]) =>
    file.toSpliced(from, to - from, ...lines).join('\n');

  it('has the numbers of the file, and three of its lines on either side', () => {
    const edit = lineChanges('line number 6', 'const moored = true;');
    assert.deepEqual(shown(placedEdit(edit, inFile(5, 6, 'const moored = true;'))?.lines), [
      '3 context line number 3',
      '4 context line number 4',
      '5 context line number 5',
      '- removed line number 6',
      '6 added const moored = true;',
      '7 context line number 7',
      '8 context line number 8',
      '9 context line number 9',
    ]);
    assert.equal(placedEdit(edit, inFile(5, 6, 'const moored = true;'))?.line, 6);
    assert.deepEqual(shown(placedEdit(edit, 'const moored = true;')?.lines), [
      '- removed line number 6',
      '1 added const moored = true;',
    ]);
  });

  it('may begin and end within a line, but not within a word', () => {
    const edit = lineChanges('moored()', 'anchored()');
    assert.equal(placedEdit(edit, inFile(3, 4, '  if (anchored()) {'))?.line, 4);
    assert.equal(placedEdit(lineChanges('moored', 'anchored'), 'unanchored'), undefined);
  });

  it('is of each part where there are several, without showing a line twice', () => {
    const edit = [
      ...lineChanges('line number 3', 'third line'),
      { kind: 'hunk', oldLine: undefined, newLine: undefined, text: '⋯' } as const,
      ...lineChanges('line number 5', 'fifth line'),
    ];
    const text = file.toSpliced(2, 1, 'third line').toSpliced(4, 1, 'fifth line').join('\n');
    const numbers = placedEdit(edit, text)?.lines.flatMap(({ newLine = [] }) => newLine);
    assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('is unknown if the file changed since, or has the same twice, or the edit says little', () => {
    const edit = lineChanges('line number 6', 'const moored = true;');
    assert.equal(placedEdit(edit, file.join('\n')), undefined);
    const twice = inFile(5, 8, 'const moored = true;', 'const moored = true;');
    assert.equal(placedEdit(edit, twice), undefined);
    assert.equal(isWritten(edit, twice), true);
    assert.equal(placedEdit(lineChanges('', '}'), 'if (a) {\n}'), undefined);
    assert.equal(placedEdit(lineChanges('line number 6', ''), file.join('\n')), undefined);
  });

  it('never has a number whose line in the file is another', () => {
    const line = fc.constantFrom(
      'alpha beta',
      'gamma delta',
      'return 12345;',
      '',
      '}',
      '  epsilon',
    );
    const some = (most: number) => fc.array(line, { maxLength: most });
    fc.assert(
      fc.property(some(20), some(4), some(4), (text, before, after) => {
        const place = placedEdit(lineChanges(before.join('\n'), after.join('\n')), text.join('\n'));
        for (const { newLine, text: words } of place?.lines ?? []) {
          assert.ok(newLine === undefined || text[newLine - 1]?.includes(words) === true);
        }
      }),
      { seed: 3, numRuns: runs(3_000) },
    );
  });
});
