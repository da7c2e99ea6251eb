import assert from 'node:assert/strict';
import { cursorAdapter, projectFolderOf, projectRoots, trustFile } from '#agents/cursor/adapter.ts';

const id = '5e55a1b2-0000-4000-8000-000000000001';

describe('Cursor’s transcripts', () => {
  it('lie below the home folder, in folders named by their paths', () => {
    const env = { home: '/home/user', platform: 'posix', variables: {} } as const;
    assert.deepEqual(projectRoots(env), [
      { path: '/home/user/.cursor/projects', kind: 'byFolder' },
    ]);
    assert.deepEqual(projectRoots({ ...env, home: '' }), []);
    assert.equal(projectFolderOf('/home/user/.my_app (2)'), 'home-user-my-app-2');
    assert.equal(projectFolderOf('C:\\Users\\ann\\app'), 'C-Users-ann-app');
    // Cursor cuts it and adds a hash.
    assert.equal(projectFolderOf(`/${'long/'.repeat(20)}`), '');
  });

  it('belong to the folder that the user trusted', () => {
    const { cwdIn } = trustFile;
    assert.equal(cwdIn('{"trustedAt":"2026-08-02","workspacePath":"/srv/app"}'), '/srv/app');
    for (const text of ['{"workspacePath":""}', '{"workspacePath":7}', '[]', '{"works']) {
      assert.equal(cwdIn(text), undefined);
    }
  });

  it('are named by their files, and once', () => {
    const root = ['home', 'user', '.cursor', 'projects', 'srv-app', 'agent-transcripts'];
    const [, , folder, flat, text] = cursorAdapter.sources;
    assert.equal(folder?.fallbackId([...root, id, `${id}.jsonl`]), id);
    assert.equal(flat?.fallbackId([...root, `${id}.jsonl`]), id);
    assert.equal(text?.fallbackId([...root, `${id}.txt`]), id);
    const isSideFile = (beside: readonly string[]) =>
      text.isSideFile?.(`${id}.txt`, new Set([`${id}.txt`, ...beside]));
    assert.deepEqual([[], [id], [`${id}.jsonl`]].map(isSideFile), [false, true, true]);
  });

  it('are recognized by a message', () => {
    const message = { role: 'user', message: { content: [] } };
    assert.equal(cursorAdapter.recognizes(message), true);
    for (const record of [
      { ...message, role: 'system' },
      { ...message, message: { content: 'text' } },
      { ...message, type: 'user' },
      { role: 'user', content: [] },
      [],
      null,
    ]) {
      assert.equal(cursorAdapter.recognizes(record), false);
    }
  });

  it('of the editor are resumed nowhere else', () => {
    const path = '/home/user/.config/Cursor/User/globalStorage/state.vscdb/a.jsonl';
    assert.equal(cursorAdapter.terminalPlan?.({ id, cwd: '/srv/app', path }, false), undefined);
  });

  it('of the editor are followed at once only in its own windows', () => {
    const [database] = cursorAdapter.sources;
    const environment = { home: '/home/user', platform: 'posix', variables: {} } as const;
    const user = '/home/user/.config/Cursor/User';
    const path = `${user}/globalStorage/state.vscdb`;
    assert.deepEqual(database?.roots(environment), [{ path, kind: 'flat', watched: [] }]);
    const own = { ...environment, window: { user } };
    assert.deepEqual(database.roots(own), [{ path, kind: 'flat' }]);
  });

  it('are resumed by their ID in their folder', () => {
    const plan = (session: { id: string; cwd: string | undefined }) =>
      cursorAdapter.terminalPlan?.({ ...session, path: '/a' }, false);
    assert.deepEqual(plan({ id, cwd: '/srv/app' }), {
      executable: 'cursor-agent',
      args: ['--resume', id],
      cwd: '/srv/app',
    });
    assert.equal(plan({ id, cwd: undefined }), undefined);
    assert.equal(plan({ id: '--force', cwd: '/srv/app' }), undefined);
  });
});
