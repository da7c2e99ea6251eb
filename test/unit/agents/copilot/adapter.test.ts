import assert from 'node:assert/strict';
import { copilotAdapter, workspaceEvents } from '#agents/copilot/adapter.ts';

import { indexRecords } from '../../laws/support/records.ts';

const id = '5e55a1b2-0000-4000-8000-000000000001';

describe('Copilot CLI’s store', () => {
  const rootsOf = (variables: Readonly<Record<string, string>>, home = '/home/user') =>
    copilotAdapter.sources[0]
      ?.roots({ home, platform: 'posix', variables })
      .map(({ path }) => path);

  it('lies below the home folder, or where a variable says', () => {
    assert.deepEqual(rootsOf({}), ['/home/user/.copilot/session-state']);
    assert.deepEqual(rootsOf({ COPILOT_HOME: '/srv/c' }), ['/srv/c/session-state']);
    assert.deepEqual(rootsOf({ XDG_STATE_HOME: '/srv/state' }), [
      '/home/user/.copilot/session-state',
      '/srv/state/.copilot/session-state',
    ]);
    assert.deepEqual(rootsOf({}, ''), []);
  });

  it('names sessions by their folders, and by their files before there were any', () => {
    const root = ['home', 'user', '.copilot', 'session-state'];
    assert.deepEqual(
      copilotAdapter.sources.map(({ path, fallbackId }) =>
        fallbackId([...root, ...path.map((name) => name.replace('*', id))]),
      ),
      [id, id],
    );
  });
});

describe('what a session of Copilot CLI used', () => {
  const line = (type: string, data: object) => ({ type, data, timestamp });
  const timestamp = '2026-11-20T09:00:00.000Z';
  const request = (apiCallId: string, inputTokens: number) =>
    line('session.usage_record', { usage: { inputTokens, outputTokens: 1, apiCallId } });
  const metrics = (...inputs: readonly number[]) =>
    Object.fromEntries(
      inputs.map((inputTokens, at) => [`m${at}`, { usage: { inputTokens, outputTokens: 1 } }]),
    );
  const end = (modelMetrics: object, more: object = {}) =>
    line('session.shutdown', { modelMetrics, ...more });
  const sum = (modelMetrics: object, more: object = {}) =>
    end(modelMetrics, { accountingSnapshot: { modelMetrics }, ...more });
  const used = (...records: readonly Record<string, unknown>[]) =>
    indexRecords(copilotAdapter, records).facts.usage?.input;

  it('is added up where each run of the program tells its own', () => {
    assert.equal(used(end(metrics(100, 20)), end(metrics(50))), 170);
  });

  it('is the last sum of all runs, of whatever requests were recorded', () => {
    assert.equal(used(sum(metrics(100, 20)), sum(metrics(150, 20))), 170);
    assert.equal(
      used(request('a', 100), sum(metrics(100)), request('b', 50), sum(metrics(150))),
      150,
    );
    assert.equal(used(request('a', 100), sum(metrics(130)), request('b', 50)), 180);
    assert.equal(used(end(metrics(100)), request('a', 50), sum(metrics(50))), 150);
  });

  it('is not what its sub-agents used', () => {
    const main = { main: { modelMetrics: metrics(100) }, a1: { modelMetrics: metrics(900) } };
    assert.equal(used(sum(metrics(1_000), { agentMetrics: main })), 100);
  });
});

describe('Copilot CLI’s file about a session', () => {
  const titleIn = (yaml: string) =>
    workspaceEvents(yaml).flatMap((event) => (event.kind === 'sessionTitle' ? event.title : []));

  it('says whose it is and when it began', () => {
    const yaml = `id: ${id}\ncwd: /srv/a b\ncreated_at: 2026-11-20T09:00:00.000Z\n`;
    assert.deepEqual(workspaceEvents(yaml), [
      {
        kind: 'sessionStart',
        sessionId: id,
        cwd: '/srv/a b',
        createdAt: Date.parse('2026-11-20T09:00:00.000Z'),
        mayRepeat: true,
      },
    ]);
    assert.deepEqual(workspaceEvents('created_at: yesterday'), [
      {
        kind: 'sessionStart',
        sessionId: undefined,
        cwd: undefined,
        createdAt: undefined,
        mayRepeat: true,
      },
    ]);
  });

  it('has a name, or else a summary', () => {
    assert.deepEqual(titleIn('name: Tides\nsummary: About tides\n'), ['Tides']);
    assert.deepEqual(titleIn('user_named: false\nsummary: About tides\n'), ['About tides']);
    assert.deepEqual(titleIn('name: null\nsummary_count: 0\n'), []);
    assert.deepEqual(titleIn('name:\n'), []);
    assert.deepEqual(titleIn(''), []);
  });

  it('has texts in all notations of YAML', () => {
    for (const [text, title] of [
      ["name: 'It''s: late'\r\ncwd: /a", "It's: late"],
      ['name: "Say \\"hi\\" \\u00fc"', 'Say "hi" ü'],
      ['name: "broken \\x"', 'broken \\x'],
      ['name: |-\n  Two\n\n  lines\ncwd: /a', 'Two\nlines'],
      ['name: >\n  Folded\n', 'Folded'],
      ['name: Plain and\n  longer\n', 'Plain and longer'],
      ["name: 'Quoted and\n  longer'\n", 'Quoted and longer'],
    ] as const) {
      assert.deepEqual(titleIn(text), [title], text);
    }
  });
});

describe('Copilot CLI’s sessions', () => {
  it('are recognized by their lines', () => {
    const timestamp = '2026-11-20T09:00:00.000Z';
    for (const type of ['session.start', 'user.message', 'tool.execution_start']) {
      assert.equal(copilotAdapter.recognizes({ type, timestamp, data: {} }), true);
    }
    for (const record of [
      { type: 'session', timestamp, data: {} },
      { type: 'session.start', timestamp },
      { type: 'session.start', data: {} },
      { type: 5, timestamp, data: {} },
      [],
      null,
    ]) {
      assert.equal(copilotAdapter.recognizes(record), false);
    }
  });

  it('are resumed by their ID in their folder', () => {
    const plan = (session: { id: string; cwd: string | undefined }) =>
      copilotAdapter.terminalPlan?.({ ...session, path: '/a/events.jsonl' }, true);
    assert.deepEqual(plan({ id, cwd: '/srv/a' }), {
      executable: 'copilot',
      args: [`--resume=${id}`],
      cwd: '/srv/a',
    });
    assert.equal(plan({ id, cwd: undefined }), undefined);
    assert.equal(plan({ id: 'a; b', cwd: '/srv/a' }), undefined);
  });
});
