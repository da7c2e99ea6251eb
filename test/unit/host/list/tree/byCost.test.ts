import assert from 'node:assert/strict';
import { TreeModel } from '#host/list/tree/treeModel.ts';
import type { TreeNode } from '#host/list/tree/treeLines.ts';
import type { GroupBy } from '#host/vscode/settings.ts';
import { listing, session } from '../catalogSetUp.ts';

const now = new Date(2026, 10, 21, 15, 30).getTime();
const day = 86_400_000;

describe('sessions sorted by cost', () => {
  const all = Array.from({ length: 5 }, (_, at) =>
    session(`s${at}`, now - Math.floor(at / 3) * day),
  );
  const costs: Readonly<Record<string, number>> = { s1: 5, s2: 1, s3: 9, s4: 20 };
  const order = (groupBy: GroupBy, sessions = all) => {
    const model = new TreeModel();
    const costOf = ({ id }: { readonly id: string }) => costs[id] ?? 0;
    const options = { groupBy, allFolders: false, now, costOf };
    model.update([listing('/p', ...sessions)], options, ({ id }) => id);
    const names = (nodes: readonly TreeNode[]): readonly unknown[] =>
      nodes.map((node) =>
        node.kind === 'session' ? node.session.id : names(model.children(node)),
      );
    const shown = names(model.roots);
    assert.deepEqual(
      model.ordered().map(({ id }) => id),
      shown.flat(9),
    );
    return shown;
  };

  it('stand in their groups, the most expensive first and then the last updated', () => {
    assert.deepEqual(order('none'), ['s4', 's3', 's1', 's2', 's0']);
    assert.deepEqual(order('day'), [
      ['s1', 's2', 's0'],
      ['s4', 's3'],
    ]);
  });

  it('are the most expensive of many, with the others by day', () => {
    const many = Array.from({ length: 150 }, (_, at) => session(`m${at}`, now - 2 * day));
    const lines = order(
      'none',
      [...all, ...many].sort((a, b) => b.updatedAt - a.updatedAt),
    );
    assert.deepEqual(lines.slice(0, 4), ['s4', 's3', 's1', 's2']);
    assert.equal(lines.flat(9).length, 155);
  });
});
