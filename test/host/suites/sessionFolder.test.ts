import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionSummary } from '#core/events/session.ts';
import { UserError } from '#core/userError.ts';
import { openFolderOf, requireItsFolder } from '#host/list/sessionFolder.ts';
import { openFolders } from '#host/vscode/openFolders.ts';

describe('A session of another folder', () => {
  let folder = '';
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'other-folder-')));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const notListed = { find: () => undefined };
  const session = (cwd: string | undefined): SessionSummary => ({
    agent: 'keen',
    id: '1',
    path: '/1',
    cwd,
    createdAt: 0,
    updatedAt: 0,
    firstUserMessage: undefined,
    size: 0,
  });

  it('is continued only there, and says how to go there', () => {
    assert.throws(
      () => {
        requireItsFolder(notListed, session(folder), 'window');
      },
      (error) => {
        assert.ok(error instanceof UserError);
        assert.ok(error.message.includes(folder));
        assert.deepEqual(
          error.waysOut.map(({ label }) => label),
          ['Open Folder', 'Open in New Window'],
        );
        return true;
      },
    );
  });

  it('is continued anywhere if that folder is gone, or nobody knows it', () => {
    requireItsFolder(notListed, session(join(folder, 'gone')), 'window');
    requireItsFolder(notListed, session(undefined), 'window');
  });

  it('is none if the folder is open, or the session is listed for another reason', () => {
    requireItsFolder(notListed, session(openFolders()[0]), 'window');
    requireItsFolder({ find: (path) => ({ ...session(folder), path }) }, session(folder), 'window');
  });

  it('of another worktree is continued only there, or in a terminal', () => {
    const where = { worktree: 'fix' };
    const listed = { find: (path: string) => ({ ...session(folder), path, where }) };
    requireItsFolder(listed, session(folder), 'terminal');
    assert.throws(() => {
      requireItsFolder(listed, session(folder), 'window');
    }, /belongs to another folder/);
    const gone = session(join(folder, 'gone'));
    requireItsFolder({ find: () => ({ ...gone, where }) }, gone, 'window');
  });

  it('cannot be gone to if its folder is gone', async () => {
    await assert.rejects(openFolderOf(session(join(folder, 'gone')), false), /no longer exists/);
  });
});
