import assert from 'node:assert/strict';
import type { EntryLink } from '#core/events/decodedLine.ts';
import { buildBranchRow, mostBranches } from '#core/rows/branchRow.ts';
import { EntryTree } from '#core/entries/entryTree.ts';
import { LogIndex } from '#core/index/logIndex.ts';
import type { LineContent } from '#core/jsonl/rawRecord.ts';

/** A log of messages linked as in `links`. */
function logOf(links: readonly EntryLink[]) {
  const contents: LineContent[] = [];
  const index = new LogIndex((record) => {
    const at = Number(record.at);
    const link = links[at];
    return {
      events: [{ kind: 'userMessage', text: `Message ${at}` }],
      problems: [],
      ...(link === undefined ? {} : { link }),
    };
  });
  links.forEach((_, at) => {
    const bytes = new TextEncoder().encode(JSON.stringify({ at }));
    const source = { line: at + 1, offset: 0, length: bytes.length };
    contents.push(index.push({ bytes, source, windowsEnd: false }));
  });
  let reads = 0;
  const row = (number: number) => {
    reads = 0;
    assert.ok(index.visible.length > 0);
    return buildBranchRow(index, number, (line) => {
      reads += 1;
      return contents[line - 1];
    });
  };
  return { index, row, reads: () => reads };
}

describe('the row of a branch point', () => {
  it('lists the latest branches and the one that is shown, and counts the rest', () => {
    const children = Array.from({ length: 3_000 }, (_, at) => ({
      id: `c${at}`,
      parentId: 'root',
    }));
    const { index, row, reads } = logOf([{ id: 'root', parentId: null }, ...children]);
    const branches = () => row(-1)?.branches ?? [];
    assert.equal(branches().length, mostBranches);
    assert.equal(row(-1)?.unlisted, 3_000 - mostBranches);
    assert.ok(reads() <= 3 * mostBranches, `${reads()} lines read`);
    assert.equal(branches().at(-1)?.preview, 'Message 3000');
    assert.equal(branches().at(-1)?.shown, true);

    assert.ok(index.showBranch(7));
    assert.equal(branches().length, mostBranches);
    assert.deepEqual(
      branches()
        .filter(({ shown }) => shown)
        .map(({ leaf, preview }) => ({ leaf, preview })),
      [{ leaf: 7, preview: 'Message 6' }],
    );
    assert.equal(branches()[0]?.leaf, 7);
  });

  it('lists all of a few', () => {
    const { row } = logOf([
      { id: 'a', parentId: null },
      { id: 'b', parentId: 'a' },
      { id: 'c', parentId: 'a' },
    ]);
    assert.equal(row(-1)?.branches.length, 2);
    assert.equal(row(-1)?.unlisted, undefined);
  });

  it('distinguishes branches if every line starts one', () => {
    const tree = new EntryTree();
    const pairs = 2_000;
    for (let at = 1; at <= pairs; at += 1) {
      const parentId = at === 1 ? null : `n${at - 1}`;
      tree.push([{ id: `side${at}`, parentId }]);
      tree.push([{ id: `n${at}`, parentId }]);
    }
    const points = tree.branchPoints();
    assert.equal(points.length, pairs);
    for (const { children } of points) {
      const [side = 0, shown = 0] = children;
      assert.deepEqual(tree.extent(side), { leaf: side, entries: 1, first: [side] });
      assert.equal(tree.extent(shown).leaf, 2 * pairs);
      assert.equal(tree.extent(shown).entries, 2 * pairs - side);
    }
  });
});
