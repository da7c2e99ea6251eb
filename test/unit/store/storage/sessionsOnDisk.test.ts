import assert from 'node:assert/strict';
import { Pacer } from '#base/pacer.ts';
import { measureSessions } from '#store/storage/sessionsOnDisk.ts';
import {
  claudePath,
  claudeSession,
  piPath,
  piSession,
  storeOfAll,
  vscodePath,
  vscodeSession,
} from '../support/agentLogs.ts';
import { codexHome } from '../support/fixtureHome.ts';
import { home } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { kept, measured } from '../support/onDisk.ts';

describe('what sessions take on the disk', () => {
  it('is their logs, their sub-agents and what lies beside them, copies apart', async () => {
    const disk = new MemoryFileSystem();
    const log = claudePath('a');
    const folder = log.replace('.jsonl', '');
    const copy = log.replace(`${home}/.claude/projects`, `${kept}/claude`);
    disk.put(log, claudeSession('a'));
    disk.put(`${folder}/subagents/agent-1.jsonl`, 'x'.repeat(1_000));
    disk.put(`${folder}/tool-results/toolu_1.txt`, 'y'.repeat(100));
    disk.put(copy, claudeSession('a'));
    disk.put(piPath('b'), piSession('b'));
    const { sessions } = await measured(disk);
    const own = claudeSession('a').length;
    assert.deepEqual(
      new Map(
        sessions.map(({ summary, all, subAgents }) => [
          summary.path,
          [summary.isKept, all.bytes, all.files, subAgents.bytes, subAgents.files],
        ]),
      ),
      new Map([
        [log, [undefined, own + 1_100, 3, 1_000, 1]],
        [copy, [true, own, 1, 0, 0]],
        [piPath('b'), [undefined, piSession('b').length, 1, 0, 0]],
      ]),
    );
  });

  it('counts a sub-agent’s rollout, all segments, and another form with their session', async () => {
    const copied = await measured(codexHome('codexSubAgentCopy'));
    assert.deepEqual(
      copied.sessions.map(({ all, subAgents }) => [all.files, subAgents.files]),
      [[2, 1]],
    );
    const segments = await measured(codexHome('codexSegments'));
    assert.deepEqual(
      segments.sessions.map(({ all }) => all.files),
      [3],
    );
    const disk = new MemoryFileSystem();
    const chat = vscodePath('a');
    disk.put(chat, vscodeSession('a'));
    const id = chat.split('/').at(-1)?.replace('.jsonl', '') ?? '';
    const transcript = chat.replace('chatSessions', 'GitHub.copilot-chat/transcripts');
    const start = { sessionId: id, vscodeVersion: '1.110.0', startTime: '2026-11-20T09:00:00Z' };
    disk.put(
      transcript,
      ['session.start', 'user.message']
        .map((type) =>
          JSON.stringify({ type, data: { ...start, content: 'Hi' }, timestamp: start.startTime }),
        )
        .join('\n'),
    );
    const { sessions } = await measured(disk);
    assert.deepEqual(
      sessions.map(({ all }) => all.files),
      [2],
    );
  });

  it('is measured without reading anything again', async () => {
    const disk = new MemoryFileSystem();
    for (const name of ['a', 'b', 'c']) {
      disk.put(claudePath(name), claudeSession(name));
    }
    const { listTools } = storeOfAll(disk);
    const measure = async () => {
      let total = 0;
      await measureSessions(listTools, disk, new Pacer(undefined), (part) => {
        total += part.sessions.length;
        return Promise.resolve();
      });
      return total;
    };
    assert.equal(await measure(), 3);
    disk.resetWork();
    assert.equal(await measure(), 3);
    assert.deepEqual([disk.work.opened, disk.work.bytesRead], [0, 0]);
  });
});
