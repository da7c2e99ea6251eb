import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import { cwdOf, hashedFolderOf } from '#agents/gemini/places.ts';

const id = '5e55a1b2-0000-4000-8000-000000000001';

describe('Gemini CLI’s store', () => {
  const rootsOf = (variables: Readonly<Record<string, string>>, home = '/home/user') => [
    ...new Set(
      geminiAdapter.sources.flatMap((source) =>
        source.roots({ home, platform: 'posix', variables }).map(({ path }) => path),
      ),
    ),
  ];

  it('lies below the home folder, or below one that a variable names', () => {
    assert.deepEqual(rootsOf({}), ['/home/user/.gemini/tmp']);
    assert.deepEqual(rootsOf({ GEMINI_CLI_HOME: '/srv/g/' }), ['/srv/g/.gemini/tmp']);
    assert.deepEqual(rootsOf({}, ''), []);
  });

  it('has a list of whose its folders are, by name or by hash', () => {
    const folder = (name: string, list: string | undefined) =>
      cwdOf(
        {
          home: '/home/user',
          platform: 'posix',
          variables: {},
          configs: new Map(list === undefined ? [] : [['/home/user/.gemini/projects.json', list]]),
        },
        hash,
      )(name);
    const list = JSON.stringify({ projects: { '/srv/a': 'a', '/srv/b/a': 'a-1', '/srv/c': 7 } });
    assert.equal(folder('a', list), '/srv/a');
    assert.equal(folder('a-1', list), '/srv/b/a');
    assert.equal(folder(hashedFolderOf('/srv/b/a', hash), list), '/srv/b/a');
    for (const [name, text] of [
      ['b', list],
      [hashedFolderOf('/srv/d', hash), list],
      ['a', undefined],
      ['a', 'torn'],
      ['a', '[]'],
      ['a', '{"projects":"none"}'],
    ] as const) {
      assert.equal(folder(name, text), undefined);
    }
  });

  it('has a document beside a log of the same session only until it is resumed', () => {
    const isSideFile = geminiAdapter.sources[1]?.isSideFile;
    const name = 'session-2026-11-20T09-00-5e55a1b2.json';
    assert.equal(isSideFile?.(name, new Set([name])), false);
    assert.equal(isSideFile(name, new Set([name, `${name}l`])), true);
  });
});

describe('Gemini CLI’s sessions', () => {
  it('are recognized by their lines', () => {
    for (const record of [
      { sessionId: id, projectHash: 'a' },
      { $set: { lastUpdated: '2026-11-20T09:00:00.000Z' } },
      { $rewindTo: 'a' },
      { id: 'a', type: 'gemini', content: '' },
    ]) {
      assert.equal(geminiAdapter.recognizes(record), true);
    }
    for (const record of [
      { sessionId: id },
      { $set: 1 },
      { id: 'a', type: 'message', content: '' },
      { type: 'user', content: '' },
      [],
      null,
    ]) {
      assert.equal(geminiAdapter.recognizes(record), false);
    }
  });

  it('are resumed by their ID in their folder, and saved chats by their name', () => {
    const plan = (session: { id: string; cwd: string | undefined; path: string }) =>
      geminiAdapter.terminalPlan?.(session, true);
    const chats = '/home/user/.gemini/tmp/a/chats/session-a.jsonl';
    assert.deepEqual(plan({ id, cwd: '/srv/a', path: chats }), {
      executable: 'gemini',
      args: ['--resume', id],
      cwd: '/srv/a',
    });
    const saved = 'C:\\Users\\a\\.gemini\\tmp\\a\\checkpoint-my-idea.json';
    assert.deepEqual(plan({ id: 'checkpoint-my-idea', cwd: 'C:\\a', path: saved }), {
      executable: 'gemini',
      args: [],
      cwd: 'C:\\a',
      input: '/chat resume my-idea',
    });
    assert.equal(plan({ id, cwd: undefined, path: chats }), undefined);
    assert.equal(plan({ id: '--yolo', cwd: '/srv/a', path: chats }), undefined);
    const strange = '/home/user/.gemini/tmp/a/checkpoint-a%20b.json';
    assert.equal(plan({ id: 'checkpoint-a%20b', cwd: '/srv/a', path: strange }), undefined);
  });
});
