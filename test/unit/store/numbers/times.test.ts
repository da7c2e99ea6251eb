import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SessionNumbers } from '#core/numbers/numbers.ts';
import { timeSums, toolSums } from '#core/numbers/times.ts';
import { readNumbers, sessionSpent } from '#store/numbers/readNumbers.ts';
import { fixtureBytes } from '../../../support/fixtures.ts';
import { claudePath, codexPath, storeOfAll } from '../support/agentLogs.ts';
import { line } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';

const second = 1_000;
const start = Date.UTC(2026, 10, 20, 9);

/** A rollout of Codex from seconds and payloads. */
function rollout(id: string, ...records: readonly (readonly [number, string, object])[]): string {
  const header = { id, timestamp: new Date(start).toISOString(), cwd: '/home/ann/project' };
  return [[0, 'session_meta', header] as const, ...records]
    .map(([at, type, payload]) =>
      line({ timestamp: new Date(start + at * second).toISOString(), type, payload }),
    )
    .join('');
}

const prompt = (at: number, message: string) =>
  [at, 'event_msg', { type: 'user_message', message, kind: 'plain' }] as const;
const said = [{ type: 'output_text', text: 'Done.' }];
const answer = (at: number) =>
  [at, 'response_item', { type: 'message', role: 'assistant', content: said }] as const;
const call = (at: number, id: string, command: string) => {
  const input = JSON.stringify({ command: ['bash', '-lc', command] });
  const about = { type: 'function_call', name: 'shell', call_id: id, arguments: input };
  return [at, 'response_item', about] as const;
};
const result = (at: number, id: string, lasted: number, exit = 0) => {
  const metadata = { exit_code: exit, duration_seconds: lasted };
  const output = JSON.stringify({ output: 'out', metadata });
  return [at, 'response_item', { type: 'function_call_output', call_id: id, output }] as const;
};

const worked = rollout(
  ...(['a'] as const),
  prompt(0, 'Go'),
  call(10, 'c1', 'npm test'),
  // It waited 50 seconds for a permission.
  result(90, 'c1', 30, 1),
  call(100, 'c2', 'npm test'),
  result(120, 'c2', 20),
  answer(130),
  prompt(430, 'On'),
  answer(440),
);

async function timesOf(logs: Readonly<Record<string, string>>, order = Object.keys(logs)) {
  const disk = new MemoryFileSystem();
  for (const [path, text] of Object.entries(logs)) {
    disk.put(path, text);
  }
  const all: SessionNumbers[] = [];
  await readNumbers(storeOfAll(disk), order, ({ sessions }) => {
    all.push(...sessions);
    return Promise.resolve();
  });
  return all;
}

describe('the times of sessions', () => {
  it('tell the model, tools, waiting and idling apart, and what ran how long', async () => {
    const sessions = await timesOf({ [codexPath('a')]: worked });
    assert.deepEqual(timeSums(sessions, { from: '' }), {
      ...{ model: 40_000, tools: 50_000, waiting: 50_000, idle: 300_000 },
    });
    assert.deepEqual(toolSums(sessions, { from: '' }, false), [
      {
        ...{ tool: { name: '', command: 'tests' }, runs: 2, failed: 1, ms: 50_000 },
        ...{ longest: 30_000, cost: 0, estimated: 0 },
      },
    ]);
    assert.deepEqual(
      sessions[0]?.slow.map(({ title, ms, time }) => [title, ms, time - start]),
      [
        ['npm test', 30_000, 10_000],
        ['npm test', 20_000, 100_000],
      ],
    );
  });

  it('are told of one session', async () => {
    const disk = new MemoryFileSystem();
    disk.put(codexPath('a'), worked);
    const store = storeOfAll(disk);
    const { time, tools, slow } = await sessionSpent(store, codexPath('a'));
    assert.deepEqual([time.idle, tools[0]?.runs, slow.length], [300_000, 2, 2]);
    disk.resetWork();
    await sessionSpent(store, codexPath('a'));
    assert.equal(disk.work.opened, 0);
  });

  it('count a sub-agent once whose call and result name it differently', async () => {
    const disk = new MemoryFileSystem();
    const path = claudePath('7a3f21d0-4b8e-4c19-9d52-0e6b81f4c7a3');
    disk.put(path, fixtureBytes('claude', 'demo/1-heightsInFeet'));
    const steps = 'demo/1-heightsInFeet/subagents/agent-a7c31f0';
    const folder = path.replace(/\.jsonl$/, '');
    disk.put(`${folder}/subagents/agent-a7c31f0.jsonl`, fixtureBytes('claude', steps));
    assert.equal((await sessionSpent(storeOfAll(disk), path)).agents, 1);
  });

  it('come with the last limits of the account', async () => {
    const counted = (at: number, percent: number, more: object = {}) => {
      const primary = { used_percent: percent, window_minutes: 300, resets_in_seconds: 600 };
      const limits = { primary, secondary: null, ...more };
      return [at, 'event_msg', { type: 'token_count', info: null, rate_limits: limits }] as const;
    };
    const text = rollout(
      ...(['a'] as const),
      prompt(0, 'Go'),
      counted(10, 20),
      counted(20, 30),
      counted(30, 99, { limit_id: 'another_model' }),
      answer(40),
    );
    const [session] = await timesOf({ [codexPath('a')]: text });
    assert.deepEqual(session?.limits, {
      time: start + 20 * second,
      limits: [{ usedPercent: 30, window: 300, resetsAt: start + 620 * second }],
    });
  });

  it('count once what a copy repeats, wherever it ends', async () => {
    const lines = worked.split('\n').slice(0, -1);
    const alone = timeSums(await timesOf({ [codexPath('a')]: worked }), { from: '' });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: lines.length }), async (end) => {
        const copy = `${lines.slice(0, end).join('\n')}\n`.replace('"a"', '"b"');
        const logs = { [codexPath('a')]: worked, [codexPath('b')]: copy };
        assert.deepEqual(timeSums(await timesOf(logs), { from: '' }), alone);
      }),
      { numRuns: lines.length },
    );
  });
});
