import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/session.ts';
import { dayKeys, TreeModel, type GroupBy, type TreeNode } from '#host/sessionTree/treeModel.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { listing, session as sessionAt } from './catalogSetUp.ts';

const now = new Date(2026, 10, 21, 15, 30).getTime();
const hour = 3_600_000;
const day = 24 * hour;
const agentOrder = ['keen', 'fen', 'agent', 'pi'];

describe('TreeModel', () => {
  it('lists one folder’s sessions at the top level, in the listing’s order', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('b', 0), session('a', hour))]);
    assert.deepEqual(outline(model.roots), ['b', 'a']);
  });

  it('puts each folder’s sessions under it when there are several', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0)), listing('/q')]);
    assert.deepEqual(outline(model.roots), [
      ['/p', ['a']],
      ['/q', []],
    ]);
  });

  it('groups by day below folders', () => {
    const model = new TreeModel();
    const listings = [
      listing(
        '/p',
        session('a', 0),
        session('b', hour),
        session('c', day),
        session('d', 100 * day),
      ),
    ];
    update(model, listings, 'day');
    assert.deepEqual(outline(model.roots), [
      ['today', ['a', 'b']],
      ['yesterday', ['c']],
      ['2026-8', ['d']],
    ]);
    update(model, [...listings, listing('/q')], 'day');
    assert.deepEqual(outline(model.roots)[0], [
      '/p',
      [
        ['today', ['a', 'b']],
        ['yesterday', ['c']],
        ['2026-8', ['d']],
      ],
    ]);
  });

  it('groups by agent in an order that the newest session does not change', () => {
    const model = new TreeModel();
    const pi = { ...session('p', 0), agent: 'pi' };
    const other = { ...session('o', 1), agent: 'unheard of' };
    const keen = session('k', hour);
    const fen = { ...session('f', day), agent: 'fen' };
    update(model, [listing('/p', pi, other, keen, fen)], 'agent');
    assert.deepEqual(outline(model.roots), [
      ['keen', ['k']],
      ['fen', ['f']],
      ['pi', ['p']],
      ['unheard of', ['o']],
    ]);
  });

  it('says nothing when nothing can be seen to have changed', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0))]);
    assert.deepEqual(update(model, [listing('/p', session('a', 0))]), { kind: 'none' });
  });

  it('names only the lines that read differently, and they are the lines of before', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0), session('b', hour))]);
    const [first] = model.roots;
    const change = update(model, [listing('/p', session('a', 0, 'new words'), session('b', hour))]);
    assert.equal(change.kind, 'nodes');
    assert.deepEqual(change.nodes.map(name), ['a']);
    assert.equal(change.nodes[0], first);
    assert.equal(first?.kind === 'session' && first.session.firstUserMessage, 'new words');
  });

  it('has everything drawn again for a new line, a lost line or another order', () => {
    const model = new TreeModel();
    const a = session('a', 0);
    const b = session('b', hour);
    update(model, [listing('/p', a)]);
    const [line] = model.roots;
    assert.equal(update(model, [listing('/p', b, a)]).kind, 'all');
    assert.equal(update(model, [listing('/p', a, b)]).kind, 'all');
    assert.equal(update(model, [listing('/p', a)]).kind, 'all');
    assert.equal(model.roots[0], line, 'the line itself stays the same');
  });

  it('keeps a line’s id when it moves from one day to another', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0))], 'day');
    const before = model.sessions()[0]?.id;
    const change = model.update(
      [listing('/p', session('a', 0))],
      { groupBy: 'day', now: now + day, agentOrder, limitOf: () => Infinity },
      (item) => item.id,
    );
    assert.equal(change.kind, 'all');
    assert.deepEqual(outline(model.roots), [['yesterday', ['a']]]);
    assert.equal(model.sessions()[0]?.id, before);
  });

  it('shows a session of two folders under both', () => {
    const model = new TreeModel();
    const shared = session('a', 0);
    update(model, [listing('/p', shared), listing('/link-to-p', shared)]);
    assert.deepEqual(outline(model.roots), [
      ['/p', ['a']],
      ['/link-to-p', ['a']],
    ]);
  });

  it('shows so many lines together and says how many more there are', () => {
    const model = new TreeModel();
    const all = ['a', 'b', 'c', 'd'].map((id, place) => session(id, place));
    assert.equal(update(model, [listing('/p', ...all)], 'none', () => 2).kind, 'all');
    assert.deepEqual(outline(model.roots), ['a', 'b', '2 more']);
    const more = model.roots.at(-1);
    assert.ok(more?.kind === 'more');
    const change = update(model, [listing('/p', ...all.slice(0, 3))], 'none', () => 2);
    assert.deepEqual(change, { kind: 'nodes', nodes: [more] });
    assert.deepEqual(outline(model.roots), ['a', 'b', '1 more']);
    update(model, [listing('/p', ...all)], 'none', (of) => (of === more.of ? 3 : 2));
    assert.deepEqual(outline(model.roots), ['a', 'b', 'c', '1 more']);
    update(model, [listing('/p', ...all)], 'agent', () => 1);
    assert.deepEqual(outline(model.roots), [['keen', ['a', '3 more']]]);
    assert.equal(model.roots[0]?.kind === 'agent' && model.roots[0].total, 4);
  });

  it('draws a group anew of which only the number changes', () => {
    const model = new TreeModel();
    const all = ['a', 'b', 'c'].map((id, place) => session(id, place));
    update(model, [listing('/p', ...all)], 'day', () => 1);
    const change = update(model, [listing('/p', ...all.slice(0, 2))], 'day', () => 1);
    assert.equal(change.kind, 'nodes');
    assert.deepEqual(
      change.nodes.map(({ kind }) => kind),
      ['day', 'more'],
    );
  });

  it('knows each line’s parent', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0)), listing('/q')], 'day');
    const [line] = model.sessions();
    assert.equal(line?.parent?.kind, 'day');
    assert.equal(line.parent.parent, model.roots[0]);
  });
});

describe('day groups', () => {
  const expected: readonly (readonly [time: number, key: string])[] = [
    [now + day, 'today'],
    [new Date(2026, 10, 21, 0, 0).getTime(), 'today'],
    [new Date(2026, 10, 20, 23, 59).getTime(), 'yesterday'],
    [new Date(2026, 10, 15).getTime(), 'lastWeek'],
    [new Date(2026, 10, 14, 23, 59).getTime(), '2026-11'],
    [new Date(2025, 11, 31).getTime(), '2025-12'],
  ];
  for (const [time, key] of expected) {
    it(`puts ${new Date(time).toDateString()} under ${key}`, () => {
      assert.equal(dayKeys(now)(time), key);
    });
  }
});

function update(
  model: TreeModel,
  listings: readonly FolderListing[],
  groupBy: GroupBy = 'none',
  limitOf: (of: string) => number = () => Infinity,
) {
  return model.update(
    listings,
    { groupBy, now, agentOrder, limitOf },
    (item) => item.firstUserMessage ?? '',
  );
}

type Outline = readonly (string | readonly [string, Outline])[];

function outline(nodes: readonly TreeNode[]): Outline {
  return nodes.map((node) =>
    node.kind === 'session' || node.kind === 'more'
      ? name(node)
      : ([name(node), outline(node.children)] as const),
  );
}

function name(node: TreeNode): string {
  switch (node.kind) {
    case 'folder':
      return node.folder;
    case 'day':
      return node.day;
    case 'agent':
      return node.agent;
    case 'session':
      return node.session.id;
    case 'more':
      return `${node.rest} more`;
  }
}

function session(id: string, age: number, firstUserMessage = 'words'): SessionSummary {
  return { ...sessionAt(id, now - age), firstUserMessage };
}
