import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/events/session.ts';
import { dayKeys, type TreeNode } from '#host/list/tree/treeLines.ts';
import { TreeModel } from '#host/list/tree/treeModel.ts';

import type { GroupBy } from '#host/vscode/settings.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { listing, session as sessionAt } from '../catalogSetUp.ts';

const now = new Date(2026, 10, 21, 15, 30).getTime();
const hour = 3_600_000;
const day = 24 * hour;

describe('TreeModel', () => {
  it('lists one folder’s sessions at the top level, in the listing’s order', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('b', 0), session('a', hour))]);
    assert.deepEqual(outline(model), ['b', 'a']);
  });

  it('puts each folder’s sessions under it when there are several', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0)), listing('/q')]);
    assert.deepEqual(outline(model), [
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
    assert.deepEqual(outline(model), [
      ['today', ['a', 'b']],
      ['yesterday', ['c']],
      ['2026-8', ['d']],
    ]);
    update(model, [...listings, listing('/q')], 'day');
    assert.deepEqual(outline(model)[0], [
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
    assert.deepEqual(outline(model), [
      ['keen', ['k']],
      ['fen', ['f']],
      ['pi', ['p']],
      ['unheard of', ['o']],
    ]);
  });

  it('says nothing when nothing can be seen to have changed', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0))]);
    assert.deepEqual(update(model, [listing('/p', session('a', 0))]), []);
  });

  it('names only the lines that read differently, and they are the lines of before', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0), session('b', hour))]);
    const [first] = model.roots;
    const change = update(model, [listing('/p', session('a', 0, 'new words'), session('b', hour))]);
    assert(change !== 'all');
    assert.deepEqual(change.map(name), ['a']);
    assert.equal(change[0], first);
    assert.equal(first?.kind === 'session' && first.session.firstUserMessage, 'new words');
  });

  it('has everything drawn again for a new line, a lost line or another order', () => {
    const model = new TreeModel();
    const a = session('a', 0);
    const b = session('b', hour);
    update(model, [listing('/p', a)]);
    const [line] = model.roots;
    assert.equal(update(model, [listing('/p', b, a)]), 'all');
    assert.equal(update(model, [listing('/p', a, b)]), 'all');
    assert.equal(update(model, [listing('/p', a)]), 'all');
    assert.equal(model.roots[0], line, 'the line itself stays the same');
  });

  it('keeps a line’s id when it moves from one day to another', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0))], 'day');
    outline(model);
    const before = model.sessions()[0]?.id;
    const change = model.update(
      [listing('/p', session('a', 0))],
      { groupBy: 'day', allFolders: false, now: now + day },
      (item) => item.id,
    );
    assert.equal(change, 'all');
    assert.deepEqual(outline(model), [['yesterday', ['a']]]);
    assert.equal(model.sessions()[0]?.id, before);
  });

  it('shows a session of two folders under both', () => {
    const model = new TreeModel();
    const shared = session('a', 0);
    update(model, [listing('/p', shared), listing('/link-to-p', shared)]);
    assert.deepEqual(outline(model), [
      ['/p', ['a']],
      ['/link-to-p', ['a']],
    ]);
  });

  it('has no more lines together than VS Code can take at once, and every session somewhere', () => {
    const hourly = Array.from({ length: 50_000 }, (_, place) =>
      session(`s${place}`, place * 0.4 * hour),
    );
    for (const groupBy of ['day', 'none', 'agent'] as const) {
      const model = new TreeModel();
      update(model, [listing('/p', ...hourly)], groupBy);
      let longest = 0;
      const reached = new Set<string>();
      const visit = (nodes: readonly TreeNode[]) => {
        longest = Math.max(longest, nodes.length);
        for (const node of nodes) {
          if (node.kind === 'session') {
            reached.add(node.session.path);
          } else {
            visit(model.children(node));
          }
        }
      };
      visit(model.roots);
      assert.equal(reached.size, hourly.length, groupBy);
      assert.ok(longest <= 300, `${longest} lines together with ${groupBy}`);
    }
  });

  it('makes only the lines that are asked for', () => {
    const many = Array.from({ length: 1_000 }, (_, place) => session(`s${place}`, place * day));
    const drawn: string[] = [];
    const model = new TreeModel();
    const listings = [listing('/p', ...many)];
    const options = { groupBy: 'day', allFolders: false, now } as const;
    const appearance = ({ id }: SessionSummary) => {
      drawn.push(id);
      return id;
    };
    model.update(listings, options, appearance);
    const [today] = model.roots;
    assert.deepEqual(drawn, []);
    model.children(today!);
    assert.deepEqual(drawn, ['s0']);
    model.update(listings, options, appearance);
    assert.deepEqual(drawn, ['s0', 's0']);
  });

  it('forgets the lines of a closed group when all is drawn anew, and not before', () => {
    const model = new TreeModel();
    const all = [session('a', 0), session('b', day)];
    update(model, [listing('/p', ...all)], 'day');
    assert.deepEqual(outline(model).length, 2);
    const [, yesterday] = model.roots;
    model.setOpen(yesterday!, false);
    const change = update(model, [listing('/p', all[0]!, session('b', day, 'new'))], 'day');
    assert.notEqual(change, 'all', 'VS Code still has the line.');
    assert.equal(change.length, 1);
    update(model, [listing('/p', session('c', 0), ...all)], 'day');
    assert.deepEqual(
      model.sessions().map((node) => node.session.id),
      ['c', 'a'],
    );
  });

  it('splits a month into days, and a day into times', () => {
    const start = new Date(2026, 7, 31, 12).getTime();
    const busy = Array.from({ length: 150 }, (_, place) =>
      session(`b${place}`, now - start + place * 60_000),
    );
    const model = new TreeModel();
    update(model, [listing('/p', ...busy, session('other', now - start + day))], 'day');
    const [month] = model.roots;
    assert.ok(month?.kind === 'day');
    const [first, second] = model.children(month);
    assert.deepEqual([name(first!), name(second!)], ['2026-8-31', '2026-8-30']);
    const ranges = () => model.children(first!).map((range) => [range.id, model.children(range)]);
    const sizes = () => ranges().map(([, lines]) => lines!.length);
    assert.deepEqual(sizes(), [50, 100]);
    const ids = ranges().map(([id]) => id);
    const again = [listing('/p', session('new', now - start - 1_000), ...busy)];
    update(model, again, 'day');
    assert.deepEqual(sizes(), [51, 100]);
    assert.deepEqual(
      ranges().map(([id]) => id),
      ids,
    );
  });

  it('shows the newest of many sessions without groups, and groups for the others', () => {
    const many = Array.from({ length: 102 }, (_, place) => session(`s${place}`, place * day));
    const model = new TreeModel();
    update(model, [listing('/p', ...many)], 'none');
    assert.deepEqual(
      model.roots.slice(99).map((node) => name(node)),
      ['s99', '2026-8'],
    );
  });

  it('expands recent groups, and more if they have few sessions', () => {
    const opened = (...sessions: readonly SessionSummary[]) => {
      const model = new TreeModel();
      update(model, [listing('/p', ...sessions)], 'day');
      return model.roots.flatMap((node) =>
        node.kind !== 'session' && node.startsOpen ? [name(node)] : [],
      );
    };
    const months = [60, 90, 120].map((age) => session(`m${age}`, age * day));
    assert.deepEqual(opened(...months), ['2026-9', '2026-8', '2026-7']);
    const today = Array.from({ length: 40 }, (_, place) => session(`t${place}`, place));
    assert.deepEqual(opened(...today, session('y', day), ...months), ['today', 'yesterday']);
  });

  it('finds a session’s line in a collapsed group', () => {
    const model = new TreeModel();
    const [a, b] = [session('a', 0), session('b', 100 * day)];
    update(model, [listing('/p', a, b)], 'day');
    assert.equal(model.lineOf(b.path)?.session.id, 'b');
    assert.equal(model.lineOf(b.path)?.parent, model.roots[1]);
    assert.equal(model.lineOf('/nowhere'), undefined);
  });

  it('draws a group anew of which only the number changes', () => {
    const model = new TreeModel();
    const all = ['a', 'b', 'c'].map((id, place) => session(id, place));
    update(model, [listing('/p', ...all)], 'day');
    const change = update(model, [listing('/p', ...all.slice(0, 2))], 'day');
    assert(change !== 'all');
    assert.deepEqual(
      change.map(({ kind }) => kind),
      ['day'],
    );
  });

  it('knows each line’s parent', () => {
    const model = new TreeModel();
    update(model, [listing('/p', session('a', 0)), listing('/q')], 'day');
    outline(model);
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

function update(model: TreeModel, listings: readonly FolderListing[], groupBy: GroupBy = 'none') {
  const options = { groupBy, allFolders: false, now };
  return model.update(listings, options, (item) => item.firstUserMessage ?? '');
}

type Outline = readonly (string | readonly [string, Outline])[];

function outline(model: TreeModel, nodes: readonly TreeNode[] = model.roots): Outline {
  return nodes.map((node) =>
    node.kind === 'session'
      ? name(node)
      : ([name(node), outline(model, model.children(node))] as const),
  );
}

function name(node: TreeNode): string {
  switch (node.kind) {
    case 'pinned':
      return node.id;
    case 'folder':
      return node.folder;
    case 'day':
      return node.day;
    case 'range':
      return node.id;
    case 'agent':
      return node.agent;
    case 'session':
      return node.session.id;
  }
}

function session(id: string, age: number, firstUserMessage = 'words'): SessionSummary {
  return { ...sessionAt(id, now - age), firstUserMessage };
}
