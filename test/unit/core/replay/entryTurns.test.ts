import assert from 'node:assert/strict';
import type { EntryLink } from '#core/decodedLine.ts';
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

describe('The tree of entries that undo turns', () => {
  const start: EntryLink = { turn: 'starts' };
  const part: EntryLink = { turn: 'continues' };
  const undo = (undoneTurns: number): EntryLink => ({ turn: 'continues', undoneTurns });
  const treeOf = (...links: readonly (EntryLink | undefined)[]): EntryTree => {
    const tree = new EntryTree();
    for (const link of links) {
      tree.push(link === undefined ? [] : [link]);
    }
    return tree;
  };

  it('goes back to what came before the last turns', () => {
    const tree = treeOf(undefined, part, start, part, start, part, undo(1), start, part);
    assert.deepEqual(shown(tree), [1, 2, 3, 4, 7, 8, 9]);
    assert.deepEqual(tree.branchPoints(), [{ line: 4, children: [5, 7] }]);
  });

  it('undoes no turn twice', () => {
    const tree = treeOf(part, start, part, start, undo(1), start, undo(2), start);
    assert.deepEqual(shown(tree), [1, 7, 8]);
  });

  it('undoes all turns where there are fewer, and none where there is none', () => {
    assert.deepEqual(shown(treeOf(part, start, start, undo(1e9), part)), [1, 4, 5]);
    assert.deepEqual(shown(treeOf(start, start, undo(2), part)), [3, 4]);
    assert.deepEqual(shown(treeOf(part, undo(1), part)), [1, 2, 3]);
    for (const turns of [0, -1, NaN]) {
      assert.deepEqual(shown(treeOf(part, start, undo(turns), part)), [1, 2, 3, 4]);
    }
  });

  it('returns to a mark with all turns that were undone since', () => {
    const tree = treeOf(part, start, start);
    const mark = tree.mark();
    tree.push([undo(2)]);
    tree.rewind(mark);
    assert.equal(tree.hasBranches, false);
    tree.push([undo(1)]);
    assert.deepEqual(shown(tree), [1, 2, 4]);
  });
});
