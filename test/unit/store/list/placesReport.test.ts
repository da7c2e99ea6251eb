import assert from 'node:assert/strict';
import { placesReport } from '#store/list/placesReport.ts';
import {
  agentPath,
  agentRoot,
  agentSession,
  piPath,
  piRoot,
  storeOfAll,
} from '../support/agentLogs.ts';
import { home, logPath, project, session } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

describe('the report on where sessions are', () => {
  const report = async (disk: MemoryFileSystem, folders: readonly string[] = [project]) =>
    placesReport(storeOfAll(disk).listTools, folders);

  it('counts what is at each place, whose it is, and what is not listed', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('own'), session('own'));
    disk.put(logPath('below', `${project}/api`), session('below', { cwd: `${project}/api` }));
    disk.put(logPath('other', '/srv/b'), session('other', { cwd: '/srv/b' }));
    disk.put(agentPath('a'), agentSession('a'));
    disk.put(agentPath('broken'), agentSession('broken'));
    disk.fail(agentPath('broken'), 'noAccess');
    disk.put(piPath('p', `${piRoot}/--srv-b--`), '{"type":"notes"}\n');
    const found = await report(disk);
    const at = (path: string) => found.find(({ place }) => place === path);
    assert.deepEqual(at(`${home}/.keen/sessions`), {
      agent: 'keen',
      place: `${home}/.keen/sessions`,
      isMissing: false,
      forms: ['*/transcript_events.jsonl'],
      sessions: { here: 2, elsewhere: 1, nowhere: 0, leftOut: 0 },
      unread: [],
    });
    assert.deepEqual(at(agentRoot)?.sessions, { here: 1, elsewhere: 0, nowhere: 0, leftOut: 0 });
    assert.deepEqual(at(agentRoot)?.unread, [
      { reason: '… cannot be read: its permissions do not allow it.', count: 1 },
    ]);
    assert.deepEqual(at(piRoot)?.sessions, { here: 0, elsewhere: 0, nowhere: 0, leftOut: 1 });
    assert.equal(at(`${home}/.codex/sessions`)?.isMissing, true);
  });

  it('names places and no session, whatever could not be read', async () => {
    const disk = new MemoryFileSystem();
    disk.put(agentPath('secret-name'), agentSession('secret-name'));
    disk.fail(agentPath('secret-name'), 'noAccess');
    disk.put(`${home}/.codex/config.toml`, '');
    disk.fail(`${home}/.codex/sessions`, 'noAccess');
    const found = await report(disk);
    assert.doesNotMatch(JSON.stringify(found), /secret-name/);
    const codex = found.find(({ place }) => place === `${home}/.codex/sessions`);
    assert.deepEqual(
      codex?.unread.map(({ count }) => count),
      [1],
    );
  });

  it('is the same without an open folder, in which nothing is here', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('own'), session('own'));
    const [first] = (await report(disk, [])).filter(({ sessions }) => sessions.elsewhere > 0);
    assert.deepEqual(first?.sessions, { here: 0, elsewhere: 1, nowhere: 0, leftOut: 0 });
  });
});
