import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedLines } from '#agents/cursor/tool.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, place) => `line ${place + 1}`);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

describe('The diff of a file before and after an edit', () => {
  it('has a piece for each change, with three lines around it', () => {
    const before = numbers(20);
    const after = before.with(1, 'second').toSpliced(15, 1, 'a', 'b');
    assert.deepEqual(
      changedLines(textOf(before), textOf(after)).map(
        ({ kind, oldLine, newLine, text }) =>
          `${kind} ${String(oldLine)} ${String(newLine)} ${text}`,
      ),
      [
        'hunk undefined undefined @@ -1 +1 @@',
        'context 1 1 line 1',
        'removed 2 undefined line 2',
        'added undefined 2 second',
        ...[3, 4, 5].map((line) => `context ${line} ${line} line ${line}`),
        'hunk undefined undefined @@ -13 +13 @@',
        ...[13, 14, 15].map((line) => `context ${line} ${line} line ${line}`),
        'removed 16 undefined line 16',
        'added undefined 16 a',
        'added undefined 17 b',
        ...[17, 18, 19].map((line) => `context ${line} ${line + 1} line ${line}`),
      ],
    );
    assert.deepEqual(changedLines(textOf(before), textOf(before)), []);
  });

  it('numbers each line as it stands in its file', () => {
    const anyLines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });
    fc.assert(
      fc.property(anyLines, anyLines, (before, after) => {
        const lines = changedLines(textOf(before), textOf(after));
        for (const { kind, oldLine, newLine, text } of lines) {
          if (kind !== 'hunk') {
            assert.ok(oldLine === undefined || before[oldLine - 1] === text);
            assert.ok(newLine === undefined || after[newLine - 1] === text);
          }
        }
        const ofKind = (kind: string) => lines.filter((line) => line.kind === kind).length;
        assert.equal(after.length - before.length, ofKind('added') - ofKind('removed'));
      }),
      { seed: 3 },
    );
  });
});
