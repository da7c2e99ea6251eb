import assert from 'node:assert/strict';
import { totalOf, type SessionNumbers } from '#core/numbers/numbers.ts';
import { tokensOf } from '#core/events/usage.ts';
import { promptSubAgents, readNumbers } from '#store/numbers/readNumbers.ts';
import {
  claudePath,
  claudeSession,
  codexPath,
  codexSession,
  piPath,
  storeOfAll,
} from './support/agentLogs.ts';
import { line, logPath, project, session } from './support/keenStore.ts';
import { MemoryFileSystem } from './support/memoryFileSystem.ts';

describe('the numbers of sessions', () => {
  it('are those of a home that was added up by hand', async () => {
    const folder = claudePath('c').replace(/\.jsonl$/, '');
    const { sessions, end } = await read({
      [claudePath('c')]:
        claudeSession('c') +
        claudeAnswer('u3', 'u2', 'm1', { input_tokens: 10, output_tokens: 1 }, call('t1', 'Task')) +
        // The same answer again, as it was at its end.
        claudeAnswer('u4', 'u3', 'm1', { input_tokens: 10, output_tokens: 5 }, call('t2', 'Bash')) +
        claudeResult('u5', 'u4', 't1', false, { agentId: 'a1' }) +
        claudeResult('u6', 'u5', 't2', true) +
        claudeAnswer('u7', 'u6', 'm2', { output_tokens: 7, cache_read_input_tokens: 100 }),
      [`${folder}/subagents/agent-a1.jsonl`]:
        claudeUser('s1', null, 'Look', { isSidechain: true, agentId: 'a1' }) +
        claudeAnswer('s2', 's1', 'm3', { input_tokens: 1_000, output_tokens: 50 }, [], {
          isSidechain: true,
          agentId: 'a1',
        }),
      [codexPath('x')]:
        codexSession('x') +
        codexModel('gpt') +
        codexTotal('2026-11-20T12:00:00.000Z', 100, 40, 10) +
        codexTotal('2026-11-20T12:00:01.000Z', 100, 40, 10) +
        codexTotal('2026-11-21T12:00:00.000Z', 160, 60, 25),
      [piPath('p')]:
        line({ type: 'session', version: 3, id: 'p', timestamp: at(20), cwd: project }) +
        piAnswer('aa000001', 'opus', 20, 0.5) +
        piAnswer('aa000002', 'opus', 22, 1.25),
      [logPath('k')]: session('k'),
    });
    assert.deepEqual(end, { looked: 4, unread: 0 });
    const cellsOf = (agent: string) =>
      sessions
        .find((one) => one.agent === agent)
        ?.cells.map(({ day, model, isSubAgent, ...counts }) => [
          [day, model, ...(isSubAgent ? ['sub-agent'] : [])].join(' '),
          Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
        ]);
    assert.deepEqual(cellsOf('claude'), [
      [
        '2026-11-20 claude-x',
        {
          ...{ input: 10, output: 12, cacheRead: 100 },
          ...{ unpriced: 122, prompts: 2, calls: 2, failed: 1 },
        },
      ],
      ['2026-11-20 claude-x sub-agent', { input: 1_000, output: 50, unpriced: 1_050, prompts: 1 }],
    ]);
    assert.deepEqual(cellsOf('codex'), [
      ['2026-11-20 gpt', { input: 60, cacheRead: 40, output: 10, unpriced: 110, prompts: 1 }],
      ['2026-11-21 gpt', { input: 40, cacheRead: 20, output: 15, unpriced: 75 }],
    ]);
    assert.deepEqual(cellsOf('pi'), [
      ['2026-11-20 opus', { input: 3, output: 2, cacheRead: 1, cacheWrite: 4, cost: 0.5 }],
      ['2026-11-22 opus', { input: 3, output: 2, cacheRead: 1, cacheWrite: 4, cost: 1.25 }],
    ]);
    assert.deepEqual(cellsOf('keen'), [['2026-07-20 ', { prompts: 1 }]]);
    assert.ok(sessions.every((one) => one.folder === project));
  });

  it('are told of the prompts that started sub-agents, each of those once', async () => {
    const folder = claudePath('c').replace(/\.jsonl$/, '');
    const aside = { isSidechain: true };
    const subAgent = (id: string, input: number) =>
      claudeUser(`${id}1`, null, 'Look', { ...aside, agentId: id }) +
      claudeAnswer(`${id}2`, `${id}1`, `m${id}`, { input_tokens: input }, [], {
        ...aside,
        agentId: id,
      });
    const disk = new MemoryFileSystem();
    disk.put(
      claudePath('c'),
      claudeUser('u1', null, 'First') +
        claudeAnswer('u2', 'u1', 'm1', { input_tokens: 1 }, call('t1', 'Task')) +
        claudeResult('u3', 'u2', 't1', false, { agentId: 'a' }) +
        claudeUser('u4', 'u3', 'Second') +
        claudeAnswer('u5', 'u4', 'm2', { input_tokens: 2 }, call('t2', 'Task')) +
        claudeResult('u6', 'u5', 't2', false, { agentId: 'b' }) +
        claudeAnswer('u7', 'u6', 'm3', { input_tokens: 4 }, call('t3', 'Task')) +
        claudeResult('u8', 'u7', 't3', false, { agentId: 'a' }) +
        claudeUser('u9', 'u8', 'Third'),
    );
    disk.put(`${folder}/subagents/agent-a.jsonl`, subAgent('a', 100));
    disk.put(`${folder}/subagents/agent-b.jsonl`, subAgent('b', 1_000));
    const store = storeOfAll(disk);
    const reader = await store.whole(claudePath('c'));
    assert.equal(reader.state().startsAgents, true);
    const subAgents = await promptSubAgents(store, reader);
    const inputs = reader
      .outline(0, 10)
      .entries.map(({ rowId, ...entry }) => [
        'spent' in entry && entry.spent.input,
        subAgents.find((one) => one.rowId === rowId)?.spent.input,
      ]);
    assert.deepEqual(inputs, [
      [1, 100],
      [6, 1_000],
      [false, undefined],
    ]);
  });

  it('count once what a copy of a session repeats', async () => {
    const answer = claudeAnswer('u3', 'u2', 'm1', { input_tokens: 10, output_tokens: 5 });
    const own = claudeAnswer('u4', 'u3', 'm2', { input_tokens: 20, output_tokens: 5 });
    const { sessions } = await read({
      [claudePath('copy')]: claudeSession('copy') + answer + own,
      [claudePath('old')]: claudeSession('old') + answer,
    });
    const { own: counts } = totalOf(sessions, { from: '' });
    assert.deepEqual([counts.input, counts.output], [30, 10]);
  });

  it('count once prompts and calls that a copy of a session repeats', async () => {
    const uuid = (name: string) => `${name}-0000-4000-8000-000000000000`;
    const answer = (
      name: string,
      after: string,
      id: string,
      output_tokens: number,
      tool?: string,
    ) =>
      claudeAnswer(
        ...([uuid(name), uuid(after), id, { input_tokens: 100, output_tokens }] as const),
        tool === undefined ? undefined : call(tool, 'Bash'),
        { requestId: '' },
      );
    const history =
      claudeUser(uuid('p'), null, 'Go') +
      answer('a', 'p', 'm1', 1) +
      answer('b', 'a', 'm1', 40) +
      answer('c', 'b', 'm1', 90, 't1') +
      claudeResult(uuid('d'), uuid('c'), 't1', true) +
      claudeUser(uuid('e'), uuid('d'), '<bash-input>ls</bash-input>');
    const { sessions } = await read({
      [claudePath('copy')]:
        history + claudeUser(uuid('q'), uuid('e'), 'On') + answer('r', 'q', 'm2', 5, 't2'),
      [claudePath('old')]: history + history,
    });
    const { prompts, calls, failed, input, output } = totalOf(sessions, { from: '' }).own;
    assert.deepEqual([prompts, calls, failed, input, output], [2, 3, 1, 200, 95]);
  });

  it('leave out what a fork copied from its parent', async () => {
    const header = (id: string, day: number, parent?: string) =>
      line({
        ...{ type: 'session', version: 3, id, timestamp: at(day), cwd: project },
        ...(parent === undefined ? {} : { parentSession: parent }),
      });
    const copied = piUser('aa000001', 20) + piAnswer('aa000002', 'opus', 20, 0.5);
    const { sessions } = await read({
      [piPath('fork')]:
        header('fork', 21, piPath('old')) + copied + piAnswer('aa000003', 'opus', 22, 2),
      [piPath('old')]: header('old', 19) + copied,
    });
    const { own } = totalOf(sessions, { from: '' });
    assert.deepEqual([own.cost, own.prompts], [2.5, 1]);
  });

  it('count a prompt for the model that answers it', async () => {
    const { sessions } = await read({
      [piPath('p')]:
        line({ type: 'session', version: 3, id: 'p', timestamp: at(20), cwd: project }) +
        piUser('aa000001', 20) +
        piAnswer('aa000002', 'opus', 20, 1) +
        piUser('aa000003', 20) +
        piAnswer('aa000004', 'opus', 20, 1) +
        piUser('aa000005', 20) +
        piAnswer('aa000006', 'haiku', 20, 1),
    });
    const prompts = sessions[0]?.cells.map(({ model, prompts: count }) => [model, count]);
    assert.deepEqual(prompts, [
      ['opus', 2],
      ['haiku', 1],
    ]);
  });

  it('are empty for a session that cannot be read', async () => {
    const { sessions, end } = await read(
      { [logPath('k')]: session('k'), [piPath('p')]: session('p') },
      (disk) => {
        disk.fail(logPath('k'), 'noAccess');
      },
    );
    assert.equal(sessions.length, 1);
    assert.deepEqual([end.looked, end.unread, end.reasons?.length], [2, 1, 1]);
  });

  it('read a session no more often for sub-agents whose logs are gone', async () => {
    const bytesFor = async (missing: number) => {
      const disk = new MemoryFileSystem();
      const calls = Array.from({ length: missing }, (_, place) => `t${place}`);
      const log =
        claudeSession('c') +
        claudeAnswer(
          'u3',
          'u2',
          'm1',
          { output_tokens: 1 },
          calls.map((id) => call(id, 'Task')[0]),
        ) +
        calls
          .map((id, place) =>
            claudeResult(`r${place}`, 'u3', id, false, { agentId: `gone${place}` }),
          )
          .join('') +
        claudeUser('u4', 'u3', 'x'.repeat(5_000_000));
      disk.put(claudePath('c'), log);
      const store = storeOfAll(disk);
      await store.list([project]);
      disk.resetWork();
      const end = await readNumbers(store, [claudePath('c')], () => Promise.resolve());
      assert.deepEqual(end, { looked: 1, unread: 0 });
      return disk.work.bytesRead;
    };
    const none = await bytesFor(0);
    // Once more, for whether any of them wrote into the session's own log.
    assert.ok((await bytesFor(26)) < none + 6_000_000);
  });

  it('hold no amounts that no request can have', async () => {
    const { sessions } = await read({
      [claudePath('c')]:
        claudeSession('c') +
        claudeAnswer('u3', 'u2', 'm1', { input_tokens: -5, output_tokens: 1 }) +
        claudeAnswer('u4', 'u3', 'm2', { input_tokens: 1e300, output_tokens: 1 }),
    });
    assert.equal(tokensOf(totalOf(sessions, { from: '' }).own), 1);
  });
});

const at = (day: number) => `2026-11-${day}T12:00:00.000Z`;

async function read(
  files: Readonly<Record<string, string>>,
  prepare: (disk: MemoryFileSystem) => void = () => undefined,
) {
  const disk = new MemoryFileSystem();
  for (const [path, content] of Object.entries(files)) {
    disk.put(path, content);
  }
  const store = storeOfAll(disk);
  const paths = Object.keys(files).filter((path) => !path.includes('/subagents/'));
  await store.list([project]);
  prepare(disk);
  const sessions: SessionNumbers[] = [];
  const end = await readNumbers(store, paths, (part) => {
    sessions.push(...part.sessions);
    return Promise.resolve();
  });
  return { sessions, end };
}

function claudeRecord(type: string, uuid: string, parentUuid: string | null, more: object): string {
  const place = { isSidechain: false, cwd: project, sessionId: 's', timestamp: at(20) };
  return line({ type, uuid, parentUuid, ...place, ...more });
}

function claudeUser(uuid: string, parent: string | null, content: unknown, more: object = {}) {
  return claudeRecord('user', uuid, parent, { message: { role: 'user', content }, ...more });
}

function claudeAnswer(
  uuid: string,
  parent: string,
  id: string,
  usage: object,
  content: readonly unknown[] = [{ type: 'text', text: 'Done.' }],
  more: object = {},
): string {
  const message = { id, role: 'assistant', model: 'claude-x', content, usage };
  return claudeRecord('assistant', uuid, parent, { message, ...more });
}

function claudeResult(uuid: string, parent: string, id: string, isError: boolean, result?: object) {
  const content = [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }];
  return claudeUser(uuid, parent, content, { toolUseResult: result });
}

function call(id: string, name: string): readonly unknown[] {
  const input = name === 'Task' ? { description: 'Look', prompt: 'Look' } : { command: 'ls' };
  return [{ type: 'tool_use', id, name, input }];
}

function codexModel(model: string): string {
  return line({ timestamp: at(20), type: 'turn_context', payload: { model, cwd: project } });
}

function codexTotal(timestamp: string, input: number, cached: number, output: number): string {
  const total = { input_tokens: input, cached_input_tokens: cached, output_tokens: output };
  const info = { total_token_usage: total };
  return line({ timestamp, type: 'event_msg', payload: { type: 'token_count', info } });
}

function piUser(id: string, day: number): string {
  const message = { role: 'user', content: [{ type: 'text', text: 'Go' }] };
  return line({ type: 'message', id, parentId: null, timestamp: at(day), message });
}

function piAnswer(id: string, model: string, day: number, cost: number): string {
  const usage = { input: 3, output: 2, cacheRead: 1, cacheWrite: 4, cost: { total: cost } };
  return line({
    ...{ type: 'message', id, parentId: null, timestamp: at(day) },
    message: { role: 'assistant', model, content: [], usage },
  });
}
