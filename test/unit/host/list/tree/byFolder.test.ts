import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/events/session.ts';
import { byFolder } from '#host/list/tree/listFilter.ts';
import { TreeModel } from '#host/list/tree/treeModel.ts';
import type { TreeNode } from '#host/list/tree/treeLines.ts';
import type { GroupBy } from '#host/vscode/settings.ts';
import type { FolderListing } from '#protocol/listing.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { listing, session } from '../catalogSetUp.ts';

const posix = new PathStyle('posix');

describe('sessions by folder', () => {
  const at = (id: string, cwd: string | undefined): SessionSummary => ({ ...session(id, 0), cwd });
  const outline = (sessions: readonly SessionSummary[], style = posix) =>
    byFolder(sessions, style).map((each) => [each.folder, each.sessions.map(({ id }) => id)]);

  it('come in the order of each folder’s newest', () => {
    assert.deepEqual(outline([at('a', '/q'), at('b', '/p'), at('c', '/q')]), [
      ['/q', ['a', 'c']],
      ['/p', ['b']],
    ]);
  });

  it('are together however their folder is spelled, by its newest spelling', () => {
    assert.deepEqual(outline([at('a', '/p/'), at('b', '/p'), at('c', '/x/../p')]), [
      ['/p/', ['a', 'b', 'c']],
    ]);
    assert.deepEqual(
      outline([at('a', 'C:\\p'), at('b', 'c:/P'), at('c', '/p')], new PathStyle('windows')),
      [
        ['C:\\p', ['a', 'b']],
        ['/p', ['c']],
      ],
    );
  });

  it('have one place if they name no folder', () => {
    assert.deepEqual(outline([at('a', undefined), at('b', '/p'), at('c', undefined)]), [
      ['', ['a', 'c']],
      ['/p', ['b']],
    ]);
  });
});

describe('the list of all folders', () => {
  const hour = 3_600_000;
  const show = (listings: readonly FolderListing[], groupBy: GroupBy) => {
    const model = new TreeModel();
    model.update(listings, { groupBy, allFolders: true, now: 200 * 24 * hour }, ({ id }) => id);
    return model;
  };
  const names = (model: TreeModel, nodes: readonly TreeNode[]): readonly unknown[] =>
    nodes.map((node) =>
      node.kind === 'session' ? node.session.id : [node.kind, names(model, model.children(node))],
    );

  it('has sessions below their folders without days, even of one folder', () => {
    const one = listing('/p', session('a', 100 * hour), session('b', 0));
    const byDay = show([one], 'day');
    assert.deepEqual(names(byDay, byDay.roots), [['folder', ['a', 'b']]]);
    const byAgent = show([one, listing('/q', session('c', 0))], 'agent');
    assert.deepEqual(names(byAgent, byAgent.roots), [
      ['folder', [['agent', ['a', 'b']]]],
      ['folder', [['agent', ['c']]]],
    ]);
  });

  it('opens the newest folders, and leaves the rest to a click', () => {
    const sessions = (name: string) =>
      Array.from({ length: 20 }, (_, place) => session(`${name}${place}`, -place * hour));
    const folders = ['p', 'q', 'r'].map((name) => listing(`/${name}`, ...sessions(name)));
    assert.deepEqual(
      show(folders, 'day').roots.map((node) => node.kind === 'folder' && node.startsOpen),
      [true, true, false],
    );
  });
});

describe('pinned sessions', () => {
  const pinned = (id: string, time: number): SessionSummary => ({
    ...session(id, time),
    marks: { isPinned: true },
  });
  const shown = (listings: readonly FolderListing[], allFolders = false) => {
    const model = new TreeModel();
    model.update(listings, { groupBy: 'none', allFolders, now: 10 }, ({ id }) => id);
    return model.roots.map((node) =>
      node.kind === 'session'
        ? node.session.id
        : [node.kind, model.children(node).map((it) => it.kind === 'session' && it.session.id)],
    );
  };

  it('stand above all others, newest first, and only there', () => {
    assert.deepEqual(shown([listing('/p', session('a', 3), pinned('b', 2))]), [
      ['pinned', ['b']],
      'a',
    ]);
    const shared = pinned('c', 1);
    assert.deepEqual(shown([listing('/p', shared), listing('/q', pinned('d', 2), shared)]), [
      ['pinned', ['d', 'c']],
      ['folder', []],
      ['folder', []],
    ]);
  });

  it('leave no empty folder in a list of all folders', () => {
    assert.deepEqual(shown([listing('/p', pinned('a', 2)), listing('/q', session('b', 1))], true), [
      ['pinned', ['a']],
      ['folder', ['b']],
    ]);
  });
});
