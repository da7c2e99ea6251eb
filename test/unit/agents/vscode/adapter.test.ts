import assert from 'node:assert/strict';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import { vscodeAdapter, cwdOf } from '#agents/vscode/adapter.ts';
import { workspaceFile } from '#agents/toolbox/editorFolders.ts';

const env = (more: Partial<MachineEnvironment>): MachineEnvironment => ({
  ...{ home: '/home/user', platform: 'posix', variables: {} },
  ...more,
});
const rootsOf = (more: Partial<MachineEnvironment>) => [
  ...new Set(
    vscodeAdapter.sources
      .flatMap((source) => source.roots(env(more)))
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/workspaceStorage')),
  ),
];

describe('VS Code’s store of chats', () => {
  it('lies where each of its products keeps what belongs to the user', () => {
    assert.deepEqual(
      rootsOf({}),
      [
        ...['.config/Code', '.config/Code - Insiders', '.config/VSCodium'],
        ...['.vscode-server/data', '.vscode-server-insiders/data', '.local/share/code-server'],
      ].map((folder) => `/home/user/${folder}/User/workspaceStorage`),
    );
    assert.equal(
      rootsOf({ variables: { XDG_CONFIG_HOME: '/srv/c' } })[0],
      '/srv/c/Code/User/workspaceStorage',
    );
    assert.equal(
      rootsOf({ home: '/Users/ann' })[0],
      '/Users/ann/Library/Application Support/Code/User/workspaceStorage',
    );
    assert.equal(
      rootsOf({ home: 'C:\\Users\\ann', platform: 'windows', variables: {} })[0],
      'C:/Users/ann/AppData/Roaming/Code/User/workspaceStorage',
    );
    assert.equal(
      rootsOf({ platform: 'windows', variables: { APPDATA: 'D:\\Roaming' } })[0],
      'D:/Roaming/Code/User/workspaceStorage',
    );
    assert.deepEqual(rootsOf({ home: '' }), []);
  });

  it('is also where this window keeps it, and only that is watched', () => {
    const window = { user: '/srv/data/User', storage: '/srv/data/User/workspaceStorage/a1' };
    const roots = vscodeAdapter.sources[0]?.roots(env({ window })) ?? [];
    assert.deepEqual(roots.slice(0, 2), [
      {
        path: '/srv/data/User/workspaceStorage',
        kind: 'byFolder',
        watched: ['/srv/data/User/workspaceStorage/a1/chatSessions'],
      },
      { path: '/home/user/.config/Code/User/workspaceStorage', kind: 'byFolder', watched: [] },
    ]);
    assert.deepEqual(rootsOf({ window: { user: '/home/user/.config/Code/User' } }), rootsOf({}));
  });

  it('says whose a folder is, in a file or by this window', () => {
    const { cwdIn } = workspaceFile;
    assert.equal(cwdIn('{"folder":"file:///home/user/my%20app"}'), '/home/user/my app');
    assert.equal(cwdIn('{"folder":"file:///c%3A/app"}'), 'c:/app');
    assert.equal(cwdIn('{"folder":"file://server/share/app"}'), '//server/share/app');
    for (const text of [
      '{"folder":"vscode-remote://ssh-remote%2Bbox/home/user/app"}',
      '{"workspace":"file:///home/user/all.code-workspace"}',
      '{"folder":7}',
      '[]',
      '{"fol',
    ]) {
      assert.equal(cwdIn(text), undefined);
    }
    const window = {
      user: 'C:\\User',
      storage: 'C:\\User\\workspaceStorage\\a1',
      folder: 'C:\\app',
    };
    assert.equal(cwdOf(env({ window }))('a1'), 'C:\\app');
    assert.equal(cwdOf(env({ window }))('1'), undefined);
    assert.equal(cwdOf(env({}))('a1'), undefined);
  });

  it('has a document beside the log of the same chat, and other documents', () => {
    const isSideFile = vscodeAdapter.sources[1]?.isSideFile;
    assert.equal(isSideFile?.('a.json', new Set(['a.json'])), false);
    assert.equal(isSideFile('a.json', new Set(['a.json', 'a.jsonl'])), true);
    assert.equal(isSideFile('workspace.json', new Set()), true);
  });
});

describe('VS Code’s chats', () => {
  it('are recognized by their header', () => {
    const chat = { sessionId: 'a', creationDate: 1, responderUsername: '' };
    assert.equal(vscodeAdapter.recognizes(chat), true);
    for (const record of [
      { ...chat, sessionId: 1 },
      { ...chat, creationDate: '1' },
      { sessionId: 'a', creationDate: 1 },
      { kind: 0, v: chat },
      null,
    ]) {
      assert.equal(vscodeAdapter.recognizes(record), false);
    }
  });
});
