import assert from 'node:assert/strict';
import { agentAdapter } from '#agents/agent/adapter.ts';
import { goTime } from '#agents/agent/goTime.ts';
import { logLayoutOf } from '../../../support/logLayout.ts';

const layout = logLayoutOf(agentAdapter);
const cwd = '/home/user/project';
const time = '2026-02-26T14:30:12Z';

function rootsOf(home: string, variables: Readonly<Record<string, string>> = {}) {
  const environment = { home, platform: 'posix', variables } as const;
  const roots = agentAdapter.sources.flatMap((source) => source.roots(environment));
  return roots.map(({ path, kind }) => {
    assert.equal(kind, 'flat');
    return path;
  });
}

describe('agent’s store', () => {
  it('lies below the configuration folder, and later in a database', () => {
    assert.deepEqual(rootsOf('/home/user'), [
      '/home/user/.config/agent/sessions',
      '/home/user/.agent/sessions/sessions.db',
    ]);
    assert.deepEqual(rootsOf('/home/user/', { XDG_CONFIG_HOME: '' }), rootsOf('/home/user'));
    assert.deepEqual(rootsOf('/home/user', { XDG_CONFIG_HOME: '/cfg/' }), [
      '/cfg/agent/sessions',
      '/home/user/.agent/sessions/sessions.db',
    ]);
    assert.deepEqual(rootsOf('C:\\Users\\me'), [
      'C:\\Users\\me/.config/agent/sessions',
      'C:\\Users\\me/.agent/sessions/sessions.db',
    ]);
  });

  it('is nowhere without an absolute path', () => {
    assert.deepEqual(rootsOf('', { XDG_CONFIG_HOME: 'config' }), []);
  });

  it('finds the start of an ID in the file name', () => {
    assert.equal(layout.fallbackId(['20260226-143012-a3f7c901.jsonl']), 'a3f7c901');
    assert.equal(layout.fallbackId(['notes.jsonl']), 'notes');
    const id = '20260324T101112.123456789';
    assert.equal(layout.fallbackId([`${id}.jsonl`]), id);
  });

  it('is known by its header, and by its entries where that is lost', () => {
    for (const record of [
      { type: 'session', version: 1, timestamp: time },
      { type: 'branch', parent_session_path: '/a.jsonl', timestamp: time },
      { type: 'message', parent_id: '', timestamp: time },
      { type: 'compaction', parent_id: 'a1b2c3d4', timestamp: time },
      { table: 'sessions', id: '20260324T101112.1', created_at: '2026-03-24 10:11:12 +0000 UTC' },
      { table: 'entries', kind: 'message', created_at: '2026-03-24 10:11:12 +0000 UTC' },
    ]) {
      assert.ok(agentAdapter.recognizes(record), JSON.stringify(record));
    }
  });

  it('is not mistaken for fen’s or pi’s', () => {
    for (const record of [
      { type: 'session', version: 1, timestamp: '2026-08-05T10-11-12' },
      { type: 'session', timestamp: '2026-03-15T10:00:00.000Z', provider: 'anthropic' },
      { type: 'session', version: 2, timestamp: '2026-03-15T10:00:00.000Z' },
      { type: 'session', version: 3, timestamp: '2026-03-15T10:00:00.000Z' },
      { type: 'message', parentId: null, timestamp: '2026-03-15T10:00:00.000Z' },
      { type: 'message', 'parent-id': 'x', timestamp: '2026-08-05T10-11-12' },
      { table: 'people' },
    ]) {
      assert.ok(!agentAdapter.recognizes(record), JSON.stringify(record));
    }
  });
});

describe('Taking a session of agent up again', () => {
  const plan = (path: string, id = 'a3f7c901-1d2e-4f30-9a4b-5c6d7e8f9012', folder?: string) =>
    agentAdapter.terminalPlan?.({ id, cwd: folder ?? cwd, path }, false);
  const folder = '/home/user/.config/agent/sessions';
  const database = '/home/user/.agent/sessions/sessions.db';

  it('asks for the configuration and names the session by its file', () => {
    assert.deepEqual(plan(`${folder}/20260226-143012-a3f7c901.jsonl`), {
      executable: 'agent',
      args: [
        '-config',
        {
          key: 'agent.config',
          extensions: ['yaml', 'yml'],
        },
        '-session',
        'a3f7c901',
      ],
      cwd,
    });
  });

  it('is not possible where the file is named otherwise', () => {
    for (const name of ['notes.jsonl', '20260226-143012-A3F7C901.jsonl', '-x.jsonl', '']) {
      assert.equal(plan(`${folder}/${name}`), undefined, name);
    }
  });

  it('chats on by id in the SQLite era', () => {
    const id = '20260324T101112.123456789';
    assert.deepEqual(plan(`${database}/${id}.jsonl`, id), {
      executable: 'agent',
      args: ['chat', '--session', id],
      cwd,
    });
    assert.deepEqual(plan(`C:\\.agent\\sessions\\sessions.db\\${id}.jsonl`, id)?.args[2], id);
    for (const bad of ['', '--all', 'a b', 'a\n', '$(x)', 'x'.repeat(200)]) {
      assert.equal(plan(`${database}/x.jsonl`, bad), undefined, bad);
    }
  });

  it('needs a folder', () => {
    const path = `${folder}/20260226-143012-a3f7c901.jsonl`;
    assert.equal(agentAdapter.terminalPlan?.({ id: 'x', cwd: undefined, path }, true), undefined);
  });
});

describe('A time of agent’s database', () => {
  it('is Go’s notation, or RFC 3339', () => {
    const expected = Date.UTC(2026, 2, 24, 10, 11, 12, 123);
    for (const text of [
      '2026-03-24 10:11:12.123456789 +0000 UTC',
      '2026-03-24 10:11:12.123 +0000 UTC m=+0.012345',
      '2026-03-24 12:11:12.123 +0200 CEST',
      '2026-03-24 10:11:12.123+00:00',
      '2026-03-24T10:11:12.123456Z',
      '2026-03-24 10:11:12.123',
    ]) {
      assert.equal(goTime(text), expected, text);
    }
    assert.equal(goTime('2026-03-24 10:11:12 +0000 UTC'), expected - 123);
  });

  it('is nothing else', () => {
    for (const text of [undefined, '', 'now', '2026-03-24', '2026-13-24 10:11:12', '1774347072']) {
      assert.equal(goTime(text), undefined, text);
    }
  });
});

describe('The preview of a line of agent that is too long', () => {
  const preview = (text: string) => layout.hints?.previewOfTornLine?.(text);
  const line = (role: string, content: unknown) =>
    JSON.stringify({
      type: 'message',
      id: 'd4e5f6a7',
      parent_id: '',
      timestamp: time,
      role,
      message: { role, content },
    });

  it('is the first text, as far as the line goes', () => {
    const whole = line('user', [
      { type: 'text', text: 'What is "this"?' },
      { type: 'image', data: 'A'.repeat(100), mime_type: 'image/png' },
    ]);
    assert.equal(preview(whole.slice(0, -40)), 'What is "this"?');
    assert.equal(preview(whole.slice(0, whole.indexOf('this'))), 'What is "');
    assert.equal(preview(`\uFEFF${whole}`), 'What is "this"?');
  });

  it('is not made of anything else', () => {
    assert.equal(preview(line('assistant', [{ type: 'text', text: 'x' }])), undefined);
    assert.equal(preview(line('user', [{ type: 'image', data: 'x' }])), undefined);
    assert.equal(preview('{"type":"session"'), undefined);
  });
});
