import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import type { SessionWhere } from '#core/events/session.ts';
import { home, keenStore, logPath, project, session } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const repo = project;

/** What Git leaves on disk. */
function repository(disk: MemoryFileSystem, main = repo, worktrees: Record<string, string> = {}) {
  disk.put(`${main}/.git/HEAD`, 'ref: refs/heads/main\n');
  for (const [name, path] of Object.entries(worktrees)) {
    const admin = `${main}/.git/worktrees/${name}`;
    disk.put(`${admin}/gitdir`, `${path}/.git\n`);
    disk.put(`${admin}/commondir`, '../..\n');
    disk.put(`${admin}/HEAD`, 'ref: refs/heads/x\n');
    disk.put(`${path}/.git`, `gitdir: ${admin}\n`);
  }
}

function ran(disk: MemoryFileSystem, ...folders: readonly string[]): void {
  for (const cwd of folders) {
    disk.put(logPath(nameOf(cwd), cwd), session(nameOf(cwd), { cwd }));
  }
}

const nameOf = (cwd: string) => cwd.replaceAll('/', '_');

/** Where the listed sessions of a folder ran, by the folder that each ran in. */
async function listed(
  disk: MemoryFileSystem,
  ...folders: readonly string[]
): Promise<Record<string, SessionWhere | undefined>[]> {
  const listings = await keenStore(disk, { adapters }).list(folders);
  return listings.map(({ sessions }) =>
    Object.fromEntries(sessions.map(({ cwd = '', where }) => [cwd, where])),
  );
}

describe('sessions listed with a folder', () => {
  it('are those of it and of folders below it, each saying which', async () => {
    const disk = new MemoryFileSystem();
    ran(disk, repo, `${repo}/packages/api`, `${repo}x`, '/home/ann');
    assert.deepEqual(await listed(disk, repo), [
      { [repo]: undefined, [`${repo}/packages/api`]: { folder: 'packages/api' } },
    ]);
  });

  it('are those of the nearest open folder above', async () => {
    const disk = new MemoryFileSystem();
    ran(disk, repo, `${repo}/packages/api/src`);
    assert.deepEqual(await listed(disk, repo, `${repo}/packages/api`), [
      { [repo]: undefined },
      { [`${repo}/packages/api/src`]: { folder: 'src' } },
    ]);
  });

  it('are found through links', async () => {
    const disk = new MemoryFileSystem();
    disk.put(`${repo}/packages/api/a.ts`, '');
    disk.link('/work', repo);
    ran(disk, '/work/packages/api', `${repo}/packages/api`);
    assert.deepEqual(await listed(disk, repo), [
      {
        '/work/packages/api': { folder: 'packages/api' },
        [`${repo}/packages/api`]: { folder: 'packages/api' },
      },
    ]);
    assert.equal(Object.keys((await listed(disk, '/work'))[0] ?? {}).length, 2);
  });

  it('are those of all worktrees that Git knows, from each of them', async () => {
    const disk = new MemoryFileSystem();
    repository(disk, repo, { fix: '/tmp/fix', inside: `${repo}/.worktrees/inside` });
    repository(disk, '/other', { fix: '/tmp/other' });
    ran(
      disk,
      repo,
      '/tmp/fix',
      '/tmp/fix/lib',
      `${repo}/.worktrees/inside`,
      '/tmp/other',
      '/other',
    );
    const fix = {
      '/tmp/fix': { worktree: 'fix' },
      '/tmp/fix/lib': { worktree: 'fix', folder: 'lib' },
    };
    const inside = { [`${repo}/.worktrees/inside`]: { worktree: 'inside' } };
    assert.deepEqual(await listed(disk, repo), [{ [repo]: undefined, ...fix, ...inside }]);
    assert.deepEqual(await listed(disk, '/tmp/fix'), [
      {
        [repo]: { worktree: '' },
        '/tmp/fix': undefined,
        '/tmp/fix/lib': { folder: 'lib' },
        ...inside,
      },
    ]);
  });

  it('of a folder within a repository are those of the same folder in other worktrees', async () => {
    const disk = new MemoryFileSystem();
    repository(disk, repo, { fix: '/tmp/fix' });
    disk.put(`${repo}/api/a.ts`, '');
    ran(disk, repo, `${repo}/api`, '/tmp/fix', '/tmp/fix/api/src', '/tmp/fix/web');
    assert.deepEqual(await listed(disk, `${repo}/api`), [
      {
        [`${repo}/api`]: undefined,
        '/tmp/fix': { worktree: 'fix' },
        '/tmp/fix/api/src': { worktree: 'fix', folder: 'src' },
      },
    ]);
  });

  it('are those of worktrees that agents made, also when they are gone', async () => {
    const disk = new MemoryFileSystem();
    repository(disk);
    repository(disk, '/else/project', { x2: `${home}/.codex/worktrees/0002/project` });
    const gone: Record<string, SessionWhere> = {
      [`${repo}/.claude/worktrees/pier/src`]: { worktree: 'pier', folder: 'src' },
      [`${home}/.codex/worktrees/0001/project`]: { worktree: '0001' },
      [`${home}/.cursor/worktrees/project/abc`]: { worktree: 'abc' },
      [`${repo}.worktrees/copilot-fix`]: { worktree: 'copilot-fix' },
      [`${home}/copilot-worktrees/project/one`]: { worktree: 'one' },
    };
    ran(
      disk,
      ...Object.keys(gone),
      `${home}/.codex/worktrees/0002/project`,
      `${home}/.codex/worktrees/0003/another`,
    );
    assert.deepEqual(await listed(disk, repo), [gone]);
  });

  it('need no repository that can be read', async () => {
    const disk = new MemoryFileSystem();
    disk.put(`${repo}/.git`, 'gitdir: \0');
    ran(disk, repo, `${repo}/.claude/worktrees/pier`);
    assert.deepEqual(await listed(disk, repo), [
      { [repo]: undefined, [`${repo}/.claude/worktrees/pier`]: { worktree: 'pier' } },
    ]);
  });

  it('stay the same objects while nothing changes', async () => {
    const disk = new MemoryFileSystem();
    ran(disk, `${repo}/api`);
    const store = keenStore(disk);
    const [[first], [second]] = [await store.list([repo]), await store.list([repo])];
    assert.ok(first?.sessions[0] !== undefined);
    assert.equal(first.sessions[0], second?.sessions[0]);
  });

  it('include those of another spelling on a drive of Windows, in WSL', async () => {
    const disk = new MemoryFileSystem();
    ran(disk, '/mnt/c/users/me/vault', '/mnt/c/users/me/vault/Sub');
    assert.deepEqual(await listed(disk, '/mnt/c/Users/Me/Vault'), [
      { '/mnt/c/users/me/vault': undefined, '/mnt/c/users/me/vault/Sub': { folder: 'Sub' } },
    ]);
  });

  it('of an editor’s window with a workspace file are those of each of its folders', async () => {
    const disk = new MemoryFileSystem();
    const storage = `${home}/.config/Code/User/workspaceStorage/w1`;
    disk.put(`${storage}/workspace.json`, '{"workspace":"file:///home/ann/fleet.code-workspace"}');
    disk.put(
      '/home/ann/fleet.code-workspace',
      '{ // ours\n "folders": [{ "path": "./a" }, { "uri": "file:///home/ann/b%20c" }, { "path": "/d", }, 5], }',
    );
    const chat = {
      version: 3,
      sessionId: 's1',
      responderUsername: 'x',
      creationDate: 5,
      requests: [
        { requestId: 'r', timestamp: 6, message: { text: 'Hello' }, response: [{ value: 'Hi' }] },
      ],
    };
    disk.put(`${storage}/chatSessions/s1.json`, JSON.stringify(chat));
    for (const folder of ['/home/ann/a', '/home/ann/b c', '/d', '/home/ann']) {
      const [found] = await listed(disk, folder);
      assert.equal(Object.keys(found ?? {}).length, 1, folder);
    }
    assert.deepEqual(await listed(disk, '/home/ann/other'), [{}]);
  });
});
