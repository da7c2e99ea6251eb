import assert from 'node:assert/strict';
import type { EntryLink } from '#core/events/decodedLine.ts';
import { EntryTree } from '#core/entries/entryTree.ts';

function shown(tree: EntryTree): number[] {
  return Array.from({ length: tree.length }, (_, index) => index + 1).filter((line) =>
    tree.isShown(line),
  );
}

describe('The tree of entries that name their turns', () => {
  type Turn = NonNullable<EntryLink['turn']>;
  const turns = (
    ...entries: readonly (readonly [string, string | null | undefined, Turn])[]
  ): EntryTree => {
    const tree = new EntryTree();
    for (const [id, parentId, turn] of entries) {
      tree.push([{ id, parentId, turn }]);
    }
    return tree;
  };

  it('keeps results of parallel calls, which follow one entry', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['call1', 'p', 'answers'],
      ['call2', 'call1', 'answers'],
      ['result1', 'call1', 'answers'],
      ['result2', 'call2', 'answers'],
      ['answer', 'result2', 'answers'],
    );
    assert.equal(tree.hasBranches, false);
    assert.deepEqual(shown(tree), [1, 2, 3, 4, 5, 6]);
  });

  it('branches at a second prompt after an earlier turn, whichever of its entries it follows', () => {
    for (const parent of ['a', 'late']) {
      const tree = turns(
        ['p', null, 'starts'],
        ['a', 'p', 'answers'],
        ['late', 'a', 'answers'],
        ['q', 'late', 'starts'],
        ['b', 'q', 'answers'],
        ['r', parent, 'starts'],
        ['c', 'r', 'answers'],
      );
      assert.deepEqual(shown(tree), [1, 2, 3, 6, 7], parent);
      assert.deepEqual(tree.branchPoints(), [{ line: 3, children: [4, 6] }]);
    }
  });

  it('has two roots where the first prompt was edited', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['a', 'p', 'answers'],
      ['q', null, 'starts'],
      ['b', 'q', 'answers'],
    );
    assert.deepEqual(shown(tree), [3, 4]);
  });

  it('goes on after an entry that is not there', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['a', 'gone', 'answers'],
      ['q', 'gone', 'starts'],
      ['b', undefined, 'answers'],
    );
    assert.equal(tree.hasBranches, false);
    assert.deepEqual(shown(tree), [1, 2, 3, 4]);
  });

  it('puts each answer into its own branch where two programs write', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['a', 'p', 'answers'],
      ['one', 'a', 'starts'],
      ['two', 'a', 'starts'],
      ['call', 'one', 'answers'],
      ['b', 'two', 'answers'],
      ['result', 'call', 'answers'],
      ['next', 'b', 'starts'],
      ['c', 'result', 'answers'],
      ['d', 'next', 'answers'],
    );
    assert.deepEqual(shown(tree), [1, 2, 4, 6, 8, 10]);
    assert.deepEqual(tree.branchPoints(), [{ line: 2, children: [3, 4] }]);
    assert.ok(tree.choose(9));
    assert.deepEqual(shown(tree), [1, 2, 3, 5, 7, 9]);
  });

  it('goes on with a turn that another program has continued meanwhile', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['call1', 'p', 'answers'],
      ['call2', 'call1', 'answers'],
      ['other', 'call2', 'starts'],
      ['result1', 'call1', 'answers'],
      ['x', 'other', 'answers'],
      ['result2', 'call2', 'answers'],
      ['a', 'result1', 'answers'],
    );
    assert.deepEqual(shown(tree), [1, 2, 3, 5, 7, 8]);
    assert.ok(tree.choose(6));
    assert.deepEqual(shown(tree), [1, 2, 3, 4, 6]);
  });

  it('leaves out the answers to a prompt that the next one follows itself', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['a', 'p', 'answers'],
      ['q', 'p', 'starts'],
      ['b', 'q', 'answers'],
    );
    assert.deepEqual(shown(tree), [1, 3, 4]);
  });

  it('puts a remark on an earlier turn after all that followed it', () => {
    const tree = turns(
      ['p', null, 'starts'],
      ['a', 'p', 'answers'],
      ['q', 'a', 'starts'],
      ['b', 'q', 'answers'],
      ['r', 'b', 'starts'],
      ['late', 'a', 'continues'],
      ['c', 'late', 'answers'],
    );
    assert.equal(tree.hasBranches, false);
  });

  it('starts anew after what names nothing and is no entry', () => {
    const tree = turns(
      ['hook', null, 'passes'],
      ['p', 'hook', 'starts'],
      ['state', 'p', 'passes'],
      ['a', 'state', 'answers'],
      ['clear', null, 'passes'],
      ['also', 'clear', 'passes'],
      ['q', 'also', 'starts'],
      ['b', 'q', 'answers'],
    );
    assert.deepEqual(shown(tree), [1, 3, 5, 6, 7, 8]);
    assert.deepEqual(tree.branchPoints(), [{ line: 0, children: [2, 7] }]);
  });

  it('is not changed by entries that are written again', () => {
    const entries = [
      ['p', null, 'starts'],
      ['a', 'p', 'answers'],
      ['q', 'a', 'starts'],
      ['r', 'a', 'starts'],
      ['b', 'q', 'answers'],
    ] as const;
    const tree = turns(...entries, ...entries);
    assert.deepEqual(shown(tree), [1, 2, 3, 5, 6, 7, 8, 9, 10]);
    assert.equal(tree.leaf, 5);
    assert.equal(tree.push([{ id: 'q', parentId: 'b', turn: 'starts' }]), false);
  });

  it('is as it was after it was rewound', () => {
    const tree = turns(['p', null, 'starts'], ['a', 'p', 'answers'], ['q', 'a', 'starts']);
    const mark = tree.mark();
    tree.push([{ id: 'r', parentId: 'a', turn: 'starts' }]);
    assert.equal(tree.hasBranches, true);
    tree.rewind(mark);
    tree.push([{ id: 'b', parentId: 'q', turn: 'answers' }]);
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
