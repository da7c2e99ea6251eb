import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import { claudeAdapter } from '#agents/claude/adapter.ts';
import { logLayoutOf } from '../../../support/logLayout.ts';

const layout = logLayoutOf(claudeAdapter);
const machine = { home: '/home/user', platform: 'posix', variables: {} } as const;
const id = '7a3f21d0-4b8e-4c19-9d52-0e6b81f4c7a3';

describe('Claude Code’s store', () => {
  it('lies below the home folder, and also where variables say', () => {
    const rootsOf = (more: object) => layout.roots({ ...machine, ...more }).map(({ path }) => path);
    const own = ['/home/user/.claude/projects', '/home/user/.config/claude/projects'];
    assert.deepEqual(rootsOf({}), own);
    assert.deepEqual(rootsOf({ variables: { CLAUDE_CONFIG_DIR: '/srv/c' } }), [
      '/srv/c/projects',
      ...own,
    ]);
    assert.deepEqual(rootsOf({ variables: { CLAUDE_CONFIG_DIR: '/home/user/.claude' } }), own);
    assert.deepEqual(rootsOf({ variables: { XDG_CONFIG_HOME: '/srv/x' } }), [
      own[0],
      '/srv/x/claude/projects',
      own[1],
    ]);
    assert.deepEqual(rootsOf({ home: '' }), []);
  });

  it('names a project’s folder by its path', () => {
    const names = ['/home/dev/my.app', 'C:\\Users\\x', '/a/ü_b'].map((cwd) =>
      layout.folderFor?.(cwd, hash),
    );
    assert.deepEqual(names, ['-home-dev-my-app', 'C--Users-x', '-a---b']);
    assert.equal(layout.folderFor?.('/a/u\u0308', hash), layout.folderFor?.('/a/ü', hash));
    const long = layout.folderFor?.(`/${'x'.repeat(300)}`, hash) ?? '';
    assert.match(long, /^-x{199}-[0-9a-z]+$/);
  });

  it('holds sessions, and sub-agents of older versions beside them', () => {
    const side = [`${id}.jsonl`, 'agent-ac47f8c.jsonl'].map((name) =>
      layout.isSideFile?.(name, new Set()),
    );
    assert.deepEqual(side, [false, true]);
    assert.equal(layout.fallbackId(['-home', `${id}.jsonl`]), id);
  });
});

describe('Claude Code’s records', () => {
  it('are recognized, whatever comes first', () => {
    for (const record of [
      { type: 'user', uuid: 'u', sessionId: 's', message: {} },
      { type: 'queue-operation', operation: 'enqueue', sessionId: 's' },
      { type: 'summary', summary: 'x', leafUuid: 'l' },
      { type: 'file-history-snapshot', snapshot: {} },
      { type: 'saved_hook_context', uuid: 'u', sessionId: 's', content: [] },
      { type: 'agent-name', agentName: 'x', sessionId: 's' },
    ]) {
      assert.equal(claudeAdapter.recognizes(record), true, record.type);
    }
    for (const record of [
      { type: 'session', version: 3, id: 'x' },
      { type: 'user', uuid: 'u' },
      { type: 'message', id: 'x', parentId: null },
      [],
      null,
      'user',
    ]) {
      assert.equal(claudeAdapter.recognizes(record), false);
    }
  });
});

describe('Claude Code in a terminal', () => {
  it('resumes a session by its id, in its folder', () => {
    assert.deepEqual(claudeAdapter.terminalPlan?.({ id, cwd: '/p', path: '/x' }, true), {
      executable: 'claude',
      args: ['--resume', id],
      cwd: '/p',
    });
  });

  it('resumes none without a folder, or with an id that may be read as an option', () => {
    const plan = claudeAdapter.terminalPlan;
    assert.equal(plan?.({ id, cwd: undefined, path: '/x' }, true), undefined);
    assert.equal(plan?.({ id: '--help', cwd: '/p', path: '/x' }, true), undefined);
  });
});

describe('Claude Code’s extension', () => {
  it('opens a session by its id, and nothing else', () => {
    assert.deepEqual(
      [id, `${id}&prompt=x`].map((each) => claudeAdapter.extensionLink?.({ id: each })),
      [{ extension: 'anthropic.claude-code', path: '/open', query: `session=${id}` }, undefined],
    );
  });
});

describe('Claude Code’s usage', () => {
  it('tells writes to the cache that stay for an hour', () => {
    const usage = {
      ...{ input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3 },
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
    };
    const message = { id: 'msg_1', role: 'assistant', model: 'm', content: [], usage };
    const { events, problems } = claudeAdapter.decode(
      { type: 'assistant', uuid: id, sessionId: id, message },
      { line: 1, offset: 0, length: 1 },
    );
    const used = { input: 1, output: 2, cacheRead: 3, cacheWrite: 30, cacheWriteLong: 20, cost: 0 };
    assert.deepEqual(
      [events.flatMap((event) => (event.kind === 'usage' ? event.usage : [])), problems],
      [[used], []],
    );
  });
});
