import assert from 'node:assert/strict';
import type { JsonObject } from '#core/jsonObject.ts';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { storeOfAll } from '../store/support/agentLogs.ts';
import { line } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';

const root = '/home/ann/.claude/projects';
const project = '/srv/harbor';
const worktree = `${project}/.claude/worktrees/fix-pier`;
const id = '00000104-1111-4222-8333-444444444444';
const elsewhere = 'feedface-0000-4000-8000-000000000001';

function chained(type: 'user' | 'assistant', place: number, more: JsonObject = {}): JsonObject {
  return {
    parentUuid: place === 1 ? elsewhere : `u${place - 1}`,
    uuid: `u${place}`,
    sessionId: id,
    cwd: project,
    timestamp: `2026-10-05T10:00:0${place}.000Z`,
    type,
    message: { role: type, content: `Record ${place}` },
    ...more,
  };
}

async function listed(folder: string, records: readonly JsonObject[], open = project) {
  const disk = new MemoryFileSystem();
  disk.put(`${root}/${folder}/${id}.jsonl`, records.map(line).join(''));
  const [listing] = await storeOfAll(disk).list([open]);
  return listing;
}

describe('A session of Claude Code', () => {
  it('is of the folder that any of its records names', async () => {
    const side = { type: 'queue-operation', operation: 'enqueue', sessionId: id };
    for (const records of [
      [side, chained('user', 1), chained('assistant', 2)],
      [chained('assistant', 1), chained('user', 2)],
      [chained('user', 1, { parentUuid: null, cwd: null }), chained('assistant', 2)],
      [chained('user', 1, { cwd: null }), ...[2, 3, 4].map((n) => chained('assistant', n))],
    ]) {
      const [session] = (await listed('-mnt-other-spelling', records))?.sessions ?? [];
      assert.equal(session?.cwd, project);
      assert.equal(session.createdAt, Date.UTC(2026, 9, 5, 10, 0, 1));
      const plan = claudeAdapter.terminalPlan?.(session, true);
      assert.deepEqual(plan, { executable: 'claude', args: ['--resume', id], cwd: project });
    }
  });

  it('is of the folder to which it moved', async () => {
    const begun = [chained('user', 1, { parentUuid: null }), chained('assistant', 2)];
    const long = chained('assistant', 3, {
      message: { role: 'assistant', content: 'x'.repeat(60_000) },
    });
    const state = { type: 'worktree-state', sessionId: id };
    const inWorktree = {
      ...state,
      worktreeSession: { originalCwd: project, worktreePath: worktree },
    };
    for (const moved of [
      [{ type: 'relocated', sessionId: id, relocatedCwd: worktree }],
      [inWorktree, chained('user', 4, { cwd: `${worktree}/apps` })],
      [long, chained('user', 4, { cwd: worktree })],
    ]) {
      const listing = await listed(
        '-srv-harbor--claude-worktrees-fix-pier',
        [...begun, ...moved],
        worktree,
      );
      assert.deepEqual(
        listing?.sessions.map(({ cwd }) => cwd),
        [worktree],
      );
      const left = [...begun, ...moved, { ...state, worktreeSession: null }];
      const back = await listed('-srv-harbor', left);
      assert.deepEqual(
        back?.sessions.map(({ cwd }) => cwd),
        [project],
      );
    }
  });

  it('stays in its folder, whatever folders its records name', async () => {
    const records = [
      chained('user', 1, { parentUuid: null }),
      chained('user', 2, { cwd: `${project}/apps/web` }),
    ];
    const listing = await listed('-srv-harbor', records);
    assert.deepEqual(
      listing?.sessions.map(({ cwd }) => cwd),
      [project],
    );
  });

  it('is one, however many places lead to it', async () => {
    const disk = new MemoryFileSystem();
    const records = [chained('user', 1, { parentUuid: null }), chained('assistant', 2)];
    disk.put(`${root}/-srv-harbor/${id}.jsonl`, records.map(line).join(''));
    const older = id.replace(/^0/, '1');
    disk.put(
      `/home/ann/.config/claude/projects/-srv-harbor/${older}.jsonl`,
      line({ ...records[0], sessionId: older }),
    );
    const environment = {
      home: '/home/ann',
      platform: 'posix' as const,
      variables: { CLAUDE_CONFIG_DIR: '/home/ann/.claude/' },
    };
    const [listing] = await storeOfAll(disk, { environment }).list([project]);
    assert.deepEqual(listing?.sessions.map((session) => session.id).sort(), [id, older]);
  });

  it('links to its parent, whichever of two copies says where they are from', async () => {
    const record = chained('user', 1, { parentUuid: null });
    const copy = { ...record, forkedFrom: { sessionId: elsewhere, messageUuid: 'u1' } };
    for (const records of [
      [record, copy],
      [copy, record],
    ]) {
      const listing = await listed('-srv-harbor', [...records, chained('assistant', 2)]);
      assert.deepEqual(listing?.sessions[0]?.parent, { id: elsewhere });
    }
  });

  it('is known behind any number of states, and has something in it with one prompt', async () => {
    const hook = { ...chained('user', 1), type: 'saved_hook_context', uuid: 'hook' };
    const prompt = chained('user', 1, { parentUuid: null });
    const hooks = Array.from({ length: 300 }, () => hook);
    for (const records of [[...hooks, prompt], [prompt]]) {
      const [session] = (await listed('-srv-harbor', records))?.sessions ?? [];
      assert.equal(session?.firstUserMessage, 'Record 1');
      assert.equal(session.isEmpty, undefined);
    }
  });

  it('has the title that names one of its records, if it has no other', async () => {
    const records = [chained('user', 1, { parentUuid: null }), chained('assistant', 2)];
    const titled = (summary: string, leafUuid: string) => ({ type: 'summary', summary, leafUuid });
    const named = async (...titles: readonly JsonObject[]) => {
      const listing = await listed('-srv-harbor', [...titles, ...records]);
      return listing?.sessions[0]?.name;
    };
    assert.equal(await named(titled('Its own', 'u2')), 'Its own');
    assert.equal(await named(titled('Its own', 'u2'), titled('Another’s', elsewhere)), 'Its own');
    assert.equal(await named(titled('Another’s', elsewhere)), undefined);
    const found = { type: 'ai-title', aiTitle: 'Found', sessionId: id };
    assert.equal(await named(found, titled('Its own', 'u2')), 'Found');
  });

  it('is none if nobody said anything in it, and then it is counted', async () => {
    const hook = chained('user', 1, { type: 'progress', parentUuid: null });
    const snapshot = { type: 'file-history-snapshot', messageId: 'm', snapshot: {} };
    for (const records of [
      [],
      [snapshot],
      Array.from({ length: 2_000 }, () => snapshot),
      [{ type: 'summary', summary: 'Map fixes', leafUuid: 'l' }],
      [{ type: 'ai-title', aiTitle: 'A title alone', sessionId: id }],
      [hook, { type: 'last-prompt', lastPrompt: 'x', sessionId: id }],
      [hook, chained('user', 2, { isMeta: true })],
    ]) {
      const listing = await listed('-srv-harbor', records);
      assert.deepEqual(listing?.sessions, []);
      assert.deepEqual(
        listing.others.map(({ count }) => count),
        [1],
      );
    }
  });

  it('is one if anything was said or done in it, or nobody can tell', async () => {
    const said = (content: string) => [chained('user', 1, { message: { role: 'user', content } })];
    for (const records of [
      said('<bash-input>ls</bash-input>'),
      said('<command-name>/exit</command-name>'),
      [chained('assistant', 1)],
      [chained('user', 1, { type: 'progress' }), { type: 'of-next-year', sessionId: id }],
    ]) {
      assert.equal((await listed('-srv-harbor', records))?.sessions.length, 1);
    }
    const disk = new MemoryFileSystem();
    disk.put(
      `${root}/-srv-harbor/${id}.jsonl`,
      line({ type: 'summary', leafUuid: 'l' }) + '{"type":"user"',
    );
    const [listing] = await storeOfAll(disk).list([project]);
    assert.equal(listing?.sessions.length, 1);
  });
});
