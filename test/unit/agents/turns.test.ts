import assert from 'node:assert/strict';
import { adapterById } from '#agents/registry.ts';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import type { JsonRecord } from '#core/jsonl/readRecords.ts';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { home, keenStore, line, project } from '../store/support/keenStore.ts';

const told: Readonly<Record<string, readonly (readonly [JsonRecord, string | undefined])[]>> = {
  claude: [
    [{ type: 'user', message: { role: 'user', content: 'Go on' } }, 'running'],
    [{ type: 'user', message: { content: [{ type: 'tool_result' }] } }, 'running'],
    [{ type: 'user', message: { content: '<command-name>/clear</command-name>' } }, 'unclear'],
    [{ type: 'user', isMeta: true, message: { content: 'Caveat' } }, 'unclear'],
    [
      {
        type: 'user',
        message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] },
      },
      'done',
    ],
    [{ type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Bash' }] } }, 'running'],
    [
      { type: 'assistant', message: { content: [{ type: 'tool_use', name: 'AskUserQuestion' }] } },
      'waiting',
    ],
    [{ type: 'assistant', message: { content: [], stop_reason: 'end_turn' } }, 'done'],
    [{ type: 'assistant', message: { content: [], stop_reason: null } }, 'unclear'],
    [{ type: 'system', subtype: 'turn_duration' }, 'done'],
    [{ type: 'user', isSidechain: true, message: { content: 'Search' } }, undefined],
    [{ type: 'file-history-snapshot' }, undefined],
    [{ type: 'user', message: 'damaged' }, undefined],
  ],
  codex: [
    [{ type: 'event_msg', payload: { type: 'task_started' } }, 'running'],
    [{ type: 'response_item', payload: { type: 'function_call' } }, 'running'],
    [{ type: 'event_msg', payload: { type: 'task_complete' } }, 'done'],
    [{ type: 'event_msg', payload: { type: 'turn_aborted' } }, 'done'],
    [{ type: 'event_msg', payload: { type: 'agent_message' } }, 'unclear'],
    [{ type: 'event_msg', payload: { type: 'token_count' } }, undefined],
    [{ type: 'event_msg', payload: { type: 'constructor' } }, undefined],
    [{ type: 'session_meta', payload: {} }, undefined],
  ],
  copilot: [
    [{ type: 'user.message', data: {} }, 'running'],
    [{ type: 'assistant.message', data: { toolRequests: [{}] } }, 'running'],
    [{ type: 'assistant.message', data: { toolRequests: [] } }, 'done'],
    [{ type: 'assistant.turn_end', data: {} }, undefined],
    [{ type: 'permission.requested', data: {} }, 'waiting'],
    [{ type: 'session.shutdown', data: {} }, 'done'],
    [{ type: 'assistant.message', data: { parentToolCallId: 'a' } }, undefined],
  ],
  opencode: [
    [{ info: { role: 'user' } }, 'running'],
    [{ info: { role: 'assistant', time: { created: 1 } } }, 'running'],
    [{ info: { role: 'assistant', time: { completed: 1 }, finish: 'tool-calls' } }, 'running'],
    [{ info: { role: 'assistant', time: { completed: 1 }, finish: 'stop' } }, 'done'],
    [{ info: { role: 'assistant', time: { completed: 1 }, finish: 'length' } }, 'unclear'],
    [{ info: { role: 'assistant', time: {}, error: { name: 'Aborted' } } }, 'done'],
    [{ info: { directory: '/p' } }, undefined],
  ],
  pi: [
    [{ type: 'message', message: { role: 'user' } }, 'running'],
    [{ type: 'message', message: { role: 'assistant', stopReason: 'toolUse' } }, 'running'],
    [{ type: 'message', message: { role: 'assistant', stopReason: 'stop' } }, 'done'],
    [{ type: 'message', message: { role: 'assistant', stopReason: 'error' } }, 'unclear'],
    [{ type: 'label' }, undefined],
  ],
};

describe('the turn of an agent', () => {
  for (const [agent, records] of Object.entries(told)) {
    it(`is told by records of ${agent}, and by no others`, () => {
      const adapter = adapterById(agent);
      for (const [record, turn] of records) {
        assert.equal(adapter?.turnIn?.(record), turn, JSON.stringify(record));
      }
    });
  }

  const codex = (...types: readonly string[]) =>
    [
      line({
        type: 'session_meta',
        payload: { id: 'a', cwd: project },
        timestamp: '2026-07-20T09:15:04Z',
      }),
      ...types.map((type) =>
        line({
          type: 'event_msg',
          payload: { type, message: '' },
          timestamp: '2026-07-20T09:15:04Z',
        }),
      ),
    ].join('');

  const turnOf = async (text: string, age = 0) => {
    const disk = new MemoryFileSystem();
    const path = `${home}/.codex/sessions/2026/07/20/rollout-2026-07-20T09-15-04-a.jsonl`;
    disk.put(path, text, Date.now() - age);
    const store = keenStore(disk, { adapters: [codexAdapter, claudeAdapter] });
    const [listing] = await store.list([project]);
    assert.equal(listing?.sessions.length, 1);
    return listing.sessions[0]?.turn;
  };

  it('is listed by the last record that tells, past those that do not', async () => {
    assert.equal(await turnOf(codex('user_message', 'task_started', 'token_count')), 'running');
    assert.equal(await turnOf(codex('user_message', 'task_complete', 'token_count')), 'done');
    assert.equal(await turnOf(codex('user_message', 'agent_message', 'token_count')), undefined);
  });

  it('is unknown of an old log, and while a line is written', async () => {
    const running = codex('user_message', 'task_started');
    assert.equal(await turnOf(running, 2 * 3_600_000), undefined);
    assert.equal(await turnOf(`${running}{"type":"event_msg","payl`), undefined);
  });
});
