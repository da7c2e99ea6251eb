import assert from 'node:assert/strict';
import { codexAdapter } from '#agents/codex/adapter.ts';
import { commandText, outcomeOf } from '#agents/codex/shell.ts';
import { LineProblems } from '#agents/toolbox/lineProblems.ts';

const id = '01a1fb20-7c44-7e10-9a35-5d2f60b8c913';

describe('Codex’s store', () => {
  const rootsOf = (variables: Readonly<Record<string, string>>, home = '/home/user') =>
    codexAdapter.sources.flatMap((source) =>
      source.roots({ home, platform: 'posix', variables }).map(({ path }) => path),
    );

  it('lies below the home folder, or where a variable says', () => {
    const usual = ['sessions', 'sessions', 'archived_sessions'];
    assert.deepEqual(
      rootsOf({}),
      usual.map((name) => `/home/user/.codex/${name}`),
    );
    assert.deepEqual(
      rootsOf({ CODEX_HOME: '/srv/c' }),
      usual.map((name) => `/srv/c/${name}`),
    );
    assert.deepEqual(rootsOf({}, ''), []);
  });

  it('names sessions by their files where nothing else does', () => {
    const name = `rollout-2026-11-20T09-00-00-${id}.jsonl`;
    for (const { fallbackId } of codexAdapter.sources) {
      assert.equal(fallbackId(['2026', '11', '20', name]), id);
      assert.equal(fallbackId(['2026', '11', '20', `${name}.zst`]), id);
    }
  });

  it('has rollouts as they are and compressed, and other files beside them', () => {
    const isSide = (name: string, ...beside: readonly string[]) =>
      codexAdapter.sources.map((source) => source.isSideFile?.(name, new Set(beside)));
    assert.deepEqual(isSide('rollout-a.jsonl', 'rollout-a.jsonl.zst'), [false, false, false]);
    assert.deepEqual(isSide('rollout-a.jsonl.zst', 'rollout-b.jsonl'), [false, false, false]);
    assert.deepEqual(isSide('rollout-a.jsonl.zst', 'rollout-a.jsonl'), [true, true, true]);
    assert.deepEqual(isSide('rollout-a.json'), [true, true, true]);
    assert.deepEqual(isSide('rollout-a.jsonl.zst.tmp'), [true, true, true]);
  });
});

describe('Codex’s records', () => {
  it('are recognized with and without an envelope', () => {
    for (const record of [
      { timestamp: '2026-11-20T09:00:00.000Z', type: 'session_meta', payload: {} },
      { type: 'event_msg', payload: {} },
      { id, timestamp: '2025-06-01T09:00:00.000Z', instructions: null },
    ]) {
      assert.equal(codexAdapter.recognizes(record), true);
    }
    for (const record of [
      { type: 'session_meta' },
      { type: 'hologram', payload: {} },
      { type: 'session', id, timestamp: '2026-11-20T09:00:00.000Z' },
      { id, timestamp: '2025-06-01T09:00:00.000Z' },
      null,
    ]) {
      assert.equal(codexAdapter.recognizes(record), false);
    }
  });

  it('have commands as they would be typed', () => {
    assert.equal(commandText(['/bin/bash', '-lc', 'ls -la']), 'ls -la');
    assert.equal(commandText(['zsh', '-c', 'ls']), 'ls');
    assert.equal(commandText(['git', 'status']), 'git status');
    assert.equal(commandText('ls'), 'ls');
    assert.equal(commandText(['ls', { toString: 1 }, null]), 'ls {"toString":1} null');
    assert.equal(commandText(undefined), undefined);
  });

  it('have outputs without what is said of them', () => {
    const outcome = (output: string) =>
      outcomeOf(output, new LineProblems({ line: 1, offset: 0, length: 0 }));
    assert.deepEqual(
      outcome('Chunk ID: 1\nWall time: 0.5 seconds\nProcess exited with code 3\nOutput:\noops\n'),
      { output: 'oops\n', exitCode: 3, durationNs: 5e8 },
    );
    assert.deepEqual(outcome('{"output":"a","metadata":{"exit_code":0,"duration_seconds":1}}'), {
      output: 'a',
      exitCode: 0,
      durationNs: 1e9,
    });
    for (const plain of ['Output:\nx', 'a\nExit code: 1\n', '{"output":', '{"output":1}x', '']) {
      assert.deepEqual(outcome(plain), { output: plain });
    }
    const often = 'Exit code: 0\nOutput:\n'.repeat(100_000);
    assert.deepEqual(outcome(`${often}x`), { output: 'x', exitCode: 0 });
    const long = `${'x'.repeat(500)}\nExit code: 1\nOutput:\ny`;
    assert.deepEqual(outcome(long), { output: long });
  });
});

describe('Codex in a terminal', () => {
  it('resumes a session by its id, in its folder', () => {
    const plan = codexAdapter.terminalPlan;
    assert.deepEqual(plan?.({ id, cwd: '/p', path: '/x' }, true), {
      executable: 'codex',
      args: ['resume', id],
      cwd: '/p',
    });
    assert.equal(
      codexAdapter.terminalPlan?.({ id: '--yolo', cwd: '/p', path: '/x' }, true),
      undefined,
    );
  });
});
