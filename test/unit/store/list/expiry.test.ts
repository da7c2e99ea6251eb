import assert from 'node:assert/strict';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { projectFolderOf } from '#agents/claude/places.ts';
import { geminiAdapter } from '#agents/gemini/adapter.ts';
import { vscodeAdapter } from '#agents/vscode/adapter.ts';
import { keenStore, home, project } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const day = 24 * 60 * 60 * 1_000;
const changed = Date.UTC(2026, 10, 1, 12);
const id = '0199f1c2-7b7a-4a57-8a59-1f2e3d4c5b6a';

const adapters = [claudeAdapter, geminiAdapter, vscodeAdapter];

describe('when an agent deletes a session', () => {
  let disk: MemoryFileSystem;
  beforeEach(() => {
    disk = new MemoryFileSystem();
  });

  /** In days after the last change, by the session’s ID. */
  const daysLeft = async (folders: readonly string[] | 'all' = [project], variables = {}) => {
    const environment = { home, platform: 'posix', variables } as const;
    const listings = await keenStore(disk, { adapters, environment }).list(folders);
    return Object.fromEntries(
      listings.flatMap(({ sessions }) =>
        sessions.map(({ id, expiresAt }) => [
          id,
          expiresAt === undefined ? undefined : (expiresAt - changed) / day,
        ]),
      ),
    );
  };

  describe('Claude Code', () => {
    const put = ({ cwd = project, config = `${home}/.claude`, entrypoint = 'cli' } = {}) => {
      const record = {
        type: 'user',
        uuid: '1',
        sessionId: id,
        cwd,
        entrypoint,
        timestamp: '2026-10-01T00:00:00Z',
        message: { role: 'user', content: 'Hello' },
      };
      const path = `${config}/projects/${projectFolderOf(cwd)}/${id}.jsonl`;
      disk.put(path, `${JSON.stringify(record)}\n`, changed);
    };
    const settings = (path: string, cleanupPeriodDays: unknown) =>
      disk.put(path, JSON.stringify({ cleanupPeriodDays }));

    it('does 30 days after its file changed, whatever its records say', async () => {
      put();
      assert.deepEqual(await daysLeft(), { [id]: 30 });
      assert.deepEqual(await daysLeft('all'), { [id]: 30 });
    });

    it('goes by its settings, the managed ones before all others', async () => {
      put();
      settings(`${home}/.claude/settings.json`, 90);
      assert.deepEqual(await daysLeft(), { [id]: 90 });
      settings(`${project}/.claude/settings.json`, 20);
      settings(`${project}/.claude/settings.local.json`, 10);
      assert.deepEqual(await daysLeft(), { [id]: 10 });
      settings('/etc/claude-code/managed-settings.json', 60);
      assert.deepEqual(await daysLeft(), { [id]: 60 });
      settings('/etc/claude-code/managed-settings.d/20-more.json', 50);
      settings('/etc/claude-code/managed-settings.d/10-more.json', 40);
      assert.deepEqual(await daysLeft(), { [id]: 50 });
    });

    it('deletes sessions of all folders wherever it starts', async () => {
      put();
      settings(`${project}/.claude/settings.json`, 365);
      assert.deepEqual(await daysLeft(), { [id]: 30 });
      settings('/home/ann/other/.claude/settings.json', 7);
      assert.deepEqual(await daysLeft(), { [id]: 30 });
      assert.deepEqual(await daysLeft([project, '/home/ann/other']), { [id]: 7 });
    });

    it('deletes nothing with settings that it does not take', async () => {
      put();
      for (const text of ['{"cleanupPeriodDays":0}', '{"cleanupPeriodDays":"9"}', '{', '[]']) {
        disk.put(`${home}/.claude/settings.json`, text);
        assert.deepEqual(await daysLeft(), { [id]: undefined }, text);
      }
      disk.put(`${home}/.claude/settings.json`, '\n');
      assert.deepEqual(await daysLeft(), { [id]: 30 });
    });

    it('leaves those of its desktop app, and those of another folder than it uses', async () => {
      put({ entrypoint: 'claude-desktop' });
      assert.deepEqual(await daysLeft(), { [id]: undefined });
      put();
      assert.deepEqual(await daysLeft([project], { CLAUDE_CONFIG_DIR: '/srv/c' }), {
        [id]: undefined,
      });
      disk = new MemoryFileSystem();
      put({ config: '/srv/c' });
      settings('/srv/c/settings.json', 5);
      assert.deepEqual(await daysLeft([project], { CLAUDE_CONFIG_DIR: '/srv/c' }), { [id]: 5 });
    });

    it('is asked anew for each list, and the list says what changed', async () => {
      put();
      const environment = { home, platform: 'posix', variables: {} } as const;
      const store = keenStore(disk, { adapters, environment });
      const sessions = async () => (await store.list([project]))[0]?.sessions[0];
      const first = await sessions();
      assert.equal(await sessions(), first);
      settings(`${home}/.claude/settings.json`, 31);
      assert.equal((await sessions())?.expiresAt, changed + 31 * day);
    });
  });

  describe('Gemini CLI', () => {
    const other = '/home/ann/other';
    beforeEach(() => {
      const projects = { [project]: 'project', [other]: 'other' };
      disk.put(`${home}/.gemini/projects.json`, JSON.stringify({ projects }));
    });
    const put = (name: string, at: number, folder = 'project') => {
      const time = new Date(at).toISOString();
      const lines = [
        { sessionId: name, projectHash: 'x', startTime: time, lastUpdated: time, kind: 'main' },
        { id: '1', type: 'user', content: 'Hello', timestamp: time },
        { $set: { lastUpdated: time } },
      ];
      disk.put(
        `${home}/.gemini/tmp/${folder}/chats/session-2026-${name}.jsonl`,
        lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
        at + 1_000,
      );
    };
    const settings = (sessionRetention: unknown, path = `${home}/.gemini/settings.json`) =>
      disk.put(path, `// mine\n${JSON.stringify({ general: { sessionRetention } })}`);

    it('does 30 days after its last date, or by its settings', async () => {
      put('a', changed);
      assert.deepEqual(await daysLeft(), { a: 30 });
      settings({ maxAge: '2w' });
      assert.deepEqual(await daysLeft(), { a: 14 });
      settings({ maxAge: '12h', minRetention: '1h' }, `${project}/.gemini/settings.json`);
      assert.deepEqual(await daysLeft(), { a: 0.5 });
      settings({ enabled: false }, '/etc/gemini-cli/settings.json');
      assert.deepEqual(await daysLeft(), { a: undefined });
    });

    it('deletes nothing with settings that it does not take', async () => {
      put('a', changed);
      for (const bad of [{ maxAge: '1h' }, { maxAge: '30 days' }, { maxCount: 0 }]) {
        settings(bad);
        assert.deepEqual(await daysLeft(), { a: undefined }, JSON.stringify(bad));
      }
    });

    it('keeps of each folder only so many', async () => {
      put('a', changed);
      put('b', changed + day);
      put('c', changed - day, 'other');
      settings({ maxCount: 1 });
      assert.deepEqual(await daysLeft('all'), { a: 0, b: 31, c: 29 });
    });

    it('deletes sessions of its own folder alone', async () => {
      put('a', changed);
      settings({ maxAge: '3d' }, `${other}/.gemini/settings.json`);
      assert.deepEqual(await daysLeft([project, other]), { a: 30 });
    });
  });

  it('Copilot keeps twenty transcripts, and VS Code’s chats stay', async () => {
    const storage = `${home}/.config/Code/User/workspaceStorage/abc`;
    disk.put(`${storage}/workspace.json`, JSON.stringify({ folder: `file://${project}` }));
    for (let index = 0; index < 22; index += 1) {
      const name = `t${String(index).padStart(2, '0')}`;
      const start = { type: 'session.start', data: { sessionId: name, version: 1 }, id: '1' };
      const said = { type: 'user.message', data: { content: 'Hello' }, id: '2', parentId: '1' };
      const timestamp = '2026-10-01T00:00:00Z';
      disk.put(
        `${storage}/GitHub.copilot-chat/transcripts/${name}.jsonl`,
        [start, said].map((line) => `${JSON.stringify({ ...line, timestamp })}\n`).join(''),
        changed + index * day,
      );
    }
    const left = Object.entries(await daysLeft()).filter(([, days]) => days !== undefined);
    assert.deepEqual(Object.fromEntries(left), { t00: 0, t01: 1 });
  });
});
