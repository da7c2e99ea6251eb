import assert from 'node:assert/strict';
import type { EntryLink } from '#core/decodedLine.ts';
import { EntryTree } from '#core/replay/entryTree.ts';

const entry = (id: string, parentId: string | null): readonly EntryLink[] => [{ id, parentId }];

describe('The tree of many entries', () => {
  it('knows every ID of a long log, wherever a lookup starts', () => {
    const tree = new EntryTree();
    const idOf = (line: number) => (line === 1500 ? 'id 3' : `id ${line}`);
    for (let line = 1; line <= 2_000; line += 1) {
      tree.push(entry(idOf(line), line === 1 ? null : idOf(line - 1)));
    }
    for (const line of [2_000, 1_999, 1_501, 1, 2, 1_400]) {
      assert.equal(tree.lineOf(idOf(line)), line);
    }
    assert.equal(tree.lineOf('id 3'), 1_500);
    assert.equal(tree.lineOf('id 2001'), undefined);
    const mark = tree.mark();
    tree.push(entry('id 7', 'id 2000'));
    assert.equal(tree.lineOf('id 7'), 2_001);
    tree.rewind(mark);
    assert.equal(tree.lineOf('id 7'), 7);
    tree.push(entry('id 2001', 'id 9'));
    assert.deepEqual(tree.branchPoints(), [{ line: 9, children: [10, 2_001] }]);
  });
});
