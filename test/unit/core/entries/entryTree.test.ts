import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EntryLink } from '#core/events/decodedLine.ts';
import { EntryTree } from '#core/entries/entryTree.ts';
import { runs } from '../../../support/full.ts';

const entry = (id: string, parentId: string | null): readonly EntryLink[] => [{ id, parentId }];

/** A tree of entries named by letters, each with its parent: `ab` is a, whose parent is b. */
function treeOf(...entries: readonly string[]): EntryTree {
  const tree = new EntryTree();
  for (const [id = '', parent] of entries) {
    tree.push(id === '-' ? [] : entry(id, parent ?? null));
  }
  return tree;
}

function shown(tree: EntryTree): number[] {
  return Array.from({ length: tree.length }, (_, index) => index + 1).filter((line) =>
    tree.isShown(line),
  );
}

describe('The tree of entries', () => {
  it('shows everything while each entry follows the one before', () => {
    const tree = treeOf('-', 'a', 'ba', '-', 'cb');
    assert.deepEqual(shown(tree), [1, 2, 3, 4, 5]);
    assert.equal(tree.hasBranches, false);
    assert.deepEqual(tree.branchPoints(), []);
    assert.equal(tree.leaf, 5);
    assert.equal(tree.version, 0);
  });

  it('shows everything of a log without ids', () => {
    const tree = new EntryTree();
    tree.push([]);
    tree.push([{ id: 'named, but no tree' }]);
    assert.deepEqual(shown(tree), [1, 2]);
    assert.equal(tree.leaf, 0);
    assert.equal(tree.lineOf('named, but no tree'), 2);
  });

  it('shows the way to the last entry, and lines that are no entries', () => {
    const tree = treeOf('-', 'a', 'ba', 'cb', '-', 'da', 'ed');
    assert.deepEqual(shown(tree), [1, 2, 5, 6, 7]);
    assert.deepEqual(tree.branchPoints(), [{ line: 2, children: [3, 6] }]);
  });

  it('shows a branch that was chosen, and follows it', () => {
    const tree = treeOf('a', 'ba', 'ca');
    assert.ok(tree.choose(2));
    assert.deepEqual(shown(tree), [1, 2]);
    tree.push(entry('d', 'b'));
    assert.deepEqual(shown(tree), [1, 2, 4]);
    tree.push(entry('e', 'c'));
    assert.deepEqual(shown(tree), [1, 2, 4], 'the agent goes on elsewhere');
    assert.ok(tree.choose(undefined));
    assert.deepEqual(shown(tree), [1, 3, 5]);
  });

  it('chooses no line that is not there or no entry', () => {
    const tree = treeOf('-', 'a', 'ba');
    const { version } = tree;
    for (const leaf of [0, 1, 4, -1, 1.5, NaN]) {
      assert.equal(tree.choose(leaf), false, String(leaf));
    }
    assert.equal(tree.version, version);
    assert.equal(tree.leaf, 3);
  });

  it('starts over at an entry whose parent is missing', () => {
    const tree = treeOf('a', 'ba', 'cx', 'dc');
    assert.deepEqual(shown(tree), [3, 4]);
    assert.deepEqual(tree.branchPoints(), [{ line: 0, children: [1, 3] }]);
  });

  it('has no cycles for any parents', () => {
    const itself = treeOf('aa', 'ba');
    assert.deepEqual(shown(itself), [1, 2]);
    const eachOther = treeOf('ab', 'ba', 'ca');
    assert.deepEqual(shown(eachOther), [1, 3]);
    const again = treeOf('a', 'ba', 'ab', 'ca');
    assert.deepEqual(shown(again), [1, 3, 4]);
  });

  it('takes a line whose IDs were there before for the same entry', () => {
    const tree = treeOf('a', 'ba', 'a', 'cb');
    assert.equal(tree.lineOf('a'), 1);
    assert.equal(tree.hasBranches, false);
    assert.equal(tree.push([{ id: 'a' }, { id: 'b' }]), false);
    assert.equal(tree.push([{ id: 'a' }, { id: 'd', parentId: 'c' }]), true);
  });

  it('knows an id however it is spelled', () => {
    const tree = new EntryTree();
    const ids = ['00000001', '1', '0000000a', '0000000A', 'ffffffff', '__proto__', ''];
    for (const id of ids) {
      tree.push(entry(id, null));
    }
    assert.deepEqual(
      ids.map((id) => tree.lineOf(id)),
      [1, 2, 3, 4, 5, 6, 7],
    );
    assert.equal(tree.lineOf('constructor'), undefined);
  });

  it('attributes all IDs of a damaged line to that line', () => {
    const tree = treeOf('a');
    tree.push([
      { id: 'b', parentId: 'a' },
      { id: 'c', parentId: 'b' },
    ]);
    tree.push(entry('d', 'c'));
    assert.deepEqual(shown(tree), [1, 2, 3]);
    assert.equal(tree.hasBranches, false);
  });

  it('tells how far branches reach', () => {
    const tree = treeOf('a', 'ba', 'cb', 'da', 'ec', 'fd');
    assert.deepEqual(tree.extent(2), { leaf: 5, entries: 3, first: [2, 3, 5] });
    assert.deepEqual(tree.extent(4), { leaf: 6, entries: 2, first: [4, 6] });
    tree.push(entry('g', 'e'));
    assert.deepEqual(tree.extent(2), { leaf: 7, entries: 4, first: [2, 3, 5, 7] });
    assert.ok(tree.choose(6));
    assert.deepEqual(tree.extent(4), { leaf: 6, entries: 2, first: [4, 6] });
  });

  it('says so when a branch comes to be at the end of the shown one', () => {
    const tree = treeOf('a', 'ba', 'cb');
    assert.ok(tree.choose(1));
    const { version } = tree;
    tree.push(entry('d', 'a'));
    assert.deepEqual(shown(tree), [1, 4]);
    assert.deepEqual(tree.branchPoints(), [{ line: 1, children: [2, 4] }]);
    assert.notEqual(tree.version, version);
  });

  it('is the same in one go, step by step, and after lines taken back', () => {
    fc.assert(
      fc.property(fc.array(anyOperation, { maxLength: 40 }), (operations) => {
        const state: State = { tree: new EntryTree(), model: new Model() };
        for (const operation of operations) {
          const before = lookOf(state.tree);
          run(operation, state);
          assert.deepEqual(lookOf(state.tree), state.model.look());
          const after = lookOf(state.tree);
          if (after.version === before.version && operation.type !== 'takeBack') {
            assert.deepEqual(after.shown.slice(0, before.shown.length), before.shown);
            assert.deepEqual(after.points, before.points);
          }
        }
      }),
      { seed: 6, numRuns: runs(2_000) },
    );
  });
});

type Links = readonly EntryLink[];
type Operation =
  | { readonly type: 'push'; readonly links: Links }
  | { readonly type: 'choose'; readonly leaf: number | undefined }
  | {
      readonly type: 'takeBack';
      readonly links: readonly Links[];
      readonly choose: number | undefined;
    };

// Few names, so that parents are present, missing, repeated or self-referencing.
const names = ['a', 'b', 'c', 'd', '00000001', '00000002', 'gone'];
const name = fc.constantFrom(...names);
const anyLinks: fc.Arbitrary<Links> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(name, fc.option(name, { nil: null }))
      .map(([id, parentId]) => [{ id, parentId }]),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(name, name).map(([a, b]) => [
      { id: a, parentId: b },
      { id: b, parentId: a },
    ]),
  },
);
const anyLeaf = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('push'), links: anyLinks }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('choose'), leaf: anyLeaf }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('takeBack'),
      links: fc.array(anyLinks, { maxLength: 3 }),
      choose: anyLeaf,
    }),
  },
);

interface State {
  readonly tree: EntryTree;
  readonly model: Model;
}

function run(operation: Operation, { tree, model }: State): void {
  switch (operation.type) {
    case 'push':
      tree.push(operation.links);
      model.push(operation.links);
      return;
    case 'choose':
      assert.equal(tree.choose(operation.leaf), model.choose(operation.leaf));
      return;
    case 'takeBack': {
      const mark = tree.mark();
      const kept = model.lines.length;
      for (const links of operation.links) {
        tree.push(links);
        model.push(links);
      }
      if (operation.choose !== undefined) {
        assert.equal(tree.choose(operation.choose), model.choose(operation.choose));
      }
      tree.rewind(mark);
      model.rewind(kept);
    }
  }
}

interface Look {
  readonly version?: number;
  readonly leaf: number;
  readonly shown: readonly boolean[];
  readonly points: readonly unknown[];
  readonly names: readonly (number | undefined)[];
}

function lookOf(tree: EntryTree): Look & { readonly version: number } {
  const look = {
    leaf: tree.leaf,
    shown: Array.from({ length: tree.length }, (_, index) => tree.isShown(index + 1)),
    points: tree.branchPoints(),
    names: names.map((id) => tree.lineOf(id)),
  };
  return Object.defineProperty({ ...look, version: 0 }, 'version', {
    value: tree.version,
    enumerable: false,
  });
}

/** Reference implementation, computed from scratch. */
class Model {
  lines: { readonly ids: readonly string[]; readonly parent: number | undefined }[] = [];
  #chosen: number | undefined;

  push(links: Links): void {
    const [first] = links;
    const leaf = this.#leaf();
    const ids = links.flatMap(({ id }) => id ?? []).filter((id) => this.#lineOf(id) === undefined);
    const parent =
      first === undefined || ids.length === 0
        ? undefined
        : first.parentId === null || first.parentId === undefined
          ? 0
          : (this.#lineOf(first.parentId) ?? 0);
    this.lines.push({ ids, parent });
    if (parent === leaf && this.#chosen !== undefined) {
      this.#chosen = this.lines.length;
    }
  }

  choose(leaf: number | undefined): boolean {
    if (leaf !== undefined && this.lines[leaf - 1]?.parent === undefined) {
      return false;
    }
    this.#chosen = leaf === this.#lastEntry() ? undefined : leaf;
    return true;
  }

  rewind(length: number): void {
    while (this.lines.length > length) {
      const removed = this.lines.pop();
      if (this.#chosen === this.lines.length + 1) {
        this.#chosen = removed?.parent === this.#lastEntry() ? undefined : removed?.parent;
      }
    }
  }

  look(): Look {
    const path = new Set<number>();
    for (let line: number | undefined = this.#leaf(); line !== undefined && line > 0;) {
      path.add(line);
      line = this.lines[line - 1]?.parent;
    }
    const children = this.lines.map((_, index) => index + 1);
    const points = [0, ...[...path].sort((a, b) => a - b)]
      .map((line) => ({
        line,
        children: children.filter((child) => this.lines[child - 1]?.parent === line),
      }))
      .filter((point) => point.children.length > 1);
    const hasBranches = [0, ...children].some(
      (line) => this.lines.filter(({ parent }) => parent === line).length > 1,
    );
    return {
      leaf: this.#leaf(),
      shown: this.lines.map(
        ({ parent }, index) => !hasBranches || parent === undefined || path.has(index + 1),
      ),
      points,
      names: names.map((id) => this.#lineOf(id)),
    };
  }

  #leaf(): number {
    return this.#chosen ?? this.#lastEntry();
  }

  #lastEntry(): number {
    return this.lines.findLastIndex(({ parent }) => parent !== undefined) + 1;
  }

  #lineOf(id: string): number | undefined {
    const line = this.lines.findIndex(({ ids }) => ids.includes(id)) + 1;
    return line === 0 ? undefined : line;
  }
}
