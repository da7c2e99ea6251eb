import assert from 'node:assert/strict';
import type { EntryLink } from '#core/events/decodedLine.ts';
import { EntryTree } from '#core/entries/entryTree.ts';

const entry = (id: string, parentId: string | null): readonly EntryLink[] => [{ id, parentId }];

describe('The tree of many entries', () => {
  it('knows every ID of a long log, however it is spelled, and forgets those taken back', () => {
    const tree = new EntryTree();
    const idOf = (line: number) =>
      line % 3 === 0
        ? `id ${line}`
        : line % 3 === 1
          ? line.toString(16).padStart(8, '0')
          : `00000000-0000-4000-8000-${line.toString(16).padStart(12, '0')}`;
    for (let line = 1; line <= 2_000; line += 1) {
      tree.push(entry(idOf(line), line === 1 ? null : idOf(line - 1)));
    }
    for (const line of [2_000, 1_999, 1_501, 1, 2, 3, 1_400]) {
      assert.equal(tree.lineOf(idOf(line)), line);
    }
    assert.equal(tree.lineOf(idOf(2_001)), undefined);
    const mark = tree.mark();
    for (let line = 2_001; line <= 5_000; line += 1) {
      tree.push(entry(idOf(line), idOf(line - 1)));
    }
    assert.equal(tree.push(entry(idOf(7), null)), false);
    tree.rewind(mark);
    for (let line = 1; line <= 5_000; line += 1) {
      assert.equal(tree.lineOf(idOf(line)), line > 2_000 ? undefined : line);
    }
    tree.push(entry(idOf(2_001), idOf(9)));
    assert.deepEqual(tree.branchPoints(), [{ line: 9, children: [10, 2_001] }]);
  });
});
