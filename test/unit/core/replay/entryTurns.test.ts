import assert from 'node:assert/strict';
import { EntryTree } from '#core/replay/entryTree.ts';

function shown(tree: EntryTree): number[] {
  return Array.from({ length: tree.length }, (_, index) => index + 1).filter((line) =>
    tree.isShown(line),
  );
}

describe('The tree of entries that name their turns', () => {
  type Turn = 'starts' | 'continues';
  const turns = (...entries: readonly (readonly [string, string | null, Turn])[]): EntryTree => {
    const tree = new EntryTree();
    for (const [id, parentId, turn] of entries) {
      tree.push([{ id, parentId, turn }]);
    }
    return tree;
  };

  it('keeps results of parallel calls, which follow one entry', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['call1', 'p', 'continues'],
      ['call2', 'call1', 'continues'],
      ['result1', 'call1', 'continues'],
      ['result2', 'call2', 'continues'],
      ['answer', 'result2', 'continues'],
    );
    assert.equal(tree.hasBranches, false);
    assert.deepEqual(shown(tree), [1, 2, 3, 4, 5, 6]);
  });

  it('branches at a second prompt after an earlier turn, whichever of its entries it follows', () => {
    for (const parent of ['a', 'late']) {
      const tree = turns(
        ['p', null, 'starts'],
        ['a', 'p', 'continues'],
        ['late', 'a', 'continues'],
        ['q', 'late', 'starts'],
        ['b', 'q', 'continues'],
        ['r', parent, 'starts'],
        ['c', 'r', 'continues'],
      );
      assert.deepEqual(shown(tree), [1, 2, 3, 6, 7], parent);
      assert.deepEqual(tree.branchPoints(), [{ line: 3, children: [4, 6] }]);
    }
  });

  it('has two roots where the first prompt was edited', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['a', 'p', 'continues'],
      ['q', null, 'starts'],
      ['b', 'q', 'continues'],
    );
    assert.deepEqual(shown(tree), [3, 4]);
  });

  it('goes on after an entry that is not there', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['a', 'gone', 'continues'],
      ['q', 'gone', 'starts'],
      ['b', null, 'continues'],
    );
    assert.equal(tree.hasBranches, false);
    assert.deepEqual(shown(tree), [1, 2, 3, 4]);
  });

  it('is as it was after it was rewound', () => {
    const tree = turns(['p', null, 'starts'], ['a', 'p', 'continues'], ['q', 'a', 'starts']);
    const mark = tree.mark();
    tree.push([{ id: 'r', parentId: 'a', turn: 'starts' }]);
    assert.equal(tree.hasBranches, true);
    tree.rewind(mark);
    tree.push([{ id: 'b', parentId: 'q', turn: 'continues' }]);
    tree.push([{ id: 's', parentId: 'a', turn: 'starts' }]);
    assert.deepEqual(shown(tree), [1, 2, 5]);
  });
});
