import { hash } from '#store/disk/hash.ts';
import { wordsText } from '#core/events/phrase.ts';
import assert from 'node:assert/strict';
import type { MachineEnvironment } from '#agents/contract/machineEnvironment.ts';
import { piAdapter } from '#agents/pi/adapter.ts';
import { logLayoutOf } from '../../../support/logLayout.ts';

const layout = logLayoutOf(piAdapter);
const cwd = '/home/user/project';
const byFolder = (path: string) => ({ path, kind: 'byFolder' });
const flat = (path: string) => ({ path, kind: 'flat' });

function machine(
  variables: Readonly<Record<string, string>> = {},
  settings?: string,
  more: Partial<MachineEnvironment> = {},
): MachineEnvironment {
  const env: MachineEnvironment = { home: '/home/user', platform: 'posix', variables, ...more };
  const [path] = layout.configFiles?.(env) ?? [];
  return settings === undefined || path === undefined
    ? env
    : { ...env, configs: new Map([[path, settings]]) };
}

describe('pi’s store', () => {
  it('lies below the agent’s folder', () => {
    assert.deepEqual(layout.roots(machine()), [byFolder('/home/user/.pi/agent/sessions')]);
    assert.deepEqual(layout.roots(machine({}, undefined, { home: '/home/user/' })), [
      byFolder('/home/user/.pi/agent/sessions'),
    ]);
    assert.deepEqual(layout.configFiles?.(machine()), ['/home/user/.pi/agent/settings.json']);
  });

  it('lies where a variable says', () => {
    const rootsOf = (dir: string) => layout.roots(machine({ PI_CODING_AGENT_DIR: dir }));
    assert.deepEqual(rootsOf('/srv/pi/'), [byFolder('/srv/pi/sessions')]);
    assert.deepEqual(rootsOf('~/pi'), [byFolder('/home/user/pi/sessions')]);
    assert.deepEqual(rootsOf('~'), [byFolder('/home/user/sessions')]);
    assert.deepEqual(rootsOf(''), [byFolder('/home/user/.pi/agent/sessions')]);
    assert.deepEqual(rootsOf('~ann/pi'), []);
    assert.deepEqual(layout.configFiles?.(machine({ PI_CODING_AGENT_DIR: '~/pi' })), [
      '/home/user/pi/settings.json',
    ]);
  });

  it('is flat in a folder of the user’s own, beside the usual one', () => {
    const usual = byFolder('/home/user/.pi/agent/sessions');
    assert.deepEqual(layout.roots(machine({ PI_CODING_AGENT_SESSION_DIR: '~/sessions/' })), [
      usual,
      flat('/home/user/sessions'),
    ]);
    assert.deepEqual(layout.roots(machine({}, '{"sessionDir": "/var/sessions"}')), [
      usual,
      flat('/var/sessions'),
    ]);
    assert.deepEqual(
      layout.roots(machine({ PI_CODING_AGENT_SESSION_DIR: '/a' }, '\uFEFF{"sessionDir":"~/b"}')),
      [usual, flat('/a'), flat('/home/user/b')],
    );
  });

  it('is nowhere without an absolute path', () => {
    assert.deepEqual(layout.roots(machine({}, undefined, { home: '' })), []);
    assert.deepEqual(layout.configFiles?.(machine({}, undefined, { home: '' })), []);
    assert.deepEqual(
      layout.roots(machine({ PI_CODING_AGENT_DIR: '~/pi' }, undefined, { home: '' })),
      [],
    );
    assert.deepEqual(
      layout.roots(machine({ PI_CODING_AGENT_DIR: 'pi' }, '{"sessionDir":"x"}')),
      [],
    );
    assert.equal(layout.roots(machine({}, '{"sessionDir":".pi/sessions"}')).length, 1);
  });

  it('survives settings that say nothing', () => {
    for (const settings of ['', 'null', '[]', '{', '{"sessionDir":7}', '{"sessionDir":null}']) {
      assert.equal(layout.roots(machine({}, settings)).length, 1, settings);
    }
  });

  it('lies likewise on Windows', () => {
    const windows = (variables: Readonly<Record<string, string>> = {}) =>
      layout.roots(machine(variables, undefined, { home: 'C:\\Users\\me', platform: 'windows' }));
    assert.deepEqual(windows(), [byFolder('C:\\Users\\me/.pi/agent/sessions')]);
    assert.deepEqual(
      windows({ PI_CODING_AGENT_DIR: 'D:\\pi\\', PI_CODING_AGENT_SESSION_DIR: '\\\\srv\\share' }),
      [byFolder('D:\\pi/sessions'), flat('\\\\srv\\share')],
    );
  });

  it('names the folder of a working directory as pi does', () => {
    for (const [directory, folder] of [
      ['/home/user/project', '--home-user-project--'],
      ['/', '----'],
      ['/Users/me/My Project', '--Users-me-My Project--'],
      ['/home/ü/a.b_c', '--home-ü-a.b_c--'],
      ['/home/user/a-b', '--home-user-a-b--'],
      ['/home/user/a/b', '--home-user-a-b--'],
      ['C:\\Users\\me\\src\\app', '--C--Users-me-src-app--'],
      ['\\\\server\\share\\proj', '---server-share-proj--'],
    ] as const) {
      assert.equal(layout.folderFor?.(directory, hash), folder);
    }
    assert.deepEqual(layout.path, ['*.jsonl']);
  });

  it('finds an id in the file’s name', () => {
    const fallback = (name: string) => layout.fallbackId(['--home--', name]);
    assert.equal(fallback('2025-12-09T00-52-54-397Z_8f0e-11.jsonl'), '8f0e-11');
    assert.equal(fallback('2025-12-09T00-52-54-397Z_my_own.id.jsonl'), 'my_own.id');
    assert.equal(fallback('notes.jsonl'), 'notes');
  });

  it('is known by its headers, and by its entries where the header is gone', () => {
    const { recognizes } = piAdapter;
    const header = { type: 'session', id: 'x', timestamp: '2026-03-15T10:00:00.000Z', cwd };
    for (const version of [undefined, 2, 3, 4]) {
      assert.ok(recognizes({ ...header, version }));
    }
    assert.ok(!recognizes({ ...header, version: 1 }), 'agent');
    assert.ok(!recognizes({ ...header, version: 2, timestamp: '2026-03-15T10-00-00' }), 'fen');
    assert.ok(!recognizes({ ...header, id: 7 }));
    const entry = { type: 'message', id: 'aa000001', timestamp: header.timestamp, message: {} };
    assert.ok(recognizes({ ...entry, parentId: null }));
    assert.ok(recognizes({ ...entry, parentId: 'aa000000', type: 'label' }));
    assert.ok(!recognizes({ ...entry, 'parent-id': 'x' }), 'fen');
    assert.ok(!recognizes({ ...entry, parent_id: 'x' }), 'agent');
    assert.ok(!recognizes({ ...entry, parentId: null, type: 'session.start' }));
  });
});

describe('Taking a session of pi up again', () => {
  const plan = (path: string, folder: string | undefined = cwd) =>
    piAdapter.terminalPlan?.({ id: 'x', cwd: folder, path }, false);

  it('gives pi the path, in the session’s folder', () => {
    for (const path of [
      '/home/user/.pi/agent/sessions/--home--/2026_x.jsonl',
      '/home/user/My Sessions/$(x).jsonl',
      'C:\\Users\\me\\.pi\\x.jsonl',
      '\\\\server\\share\\x.jsonl',
    ]) {
      assert.deepEqual(plan(path), { executable: 'pi', args: ['--session', path], cwd });
    }
  });

  it('is not possible with a path that is none, or without a folder', () => {
    for (const path of ['', '-x', 'x.jsonl', './x.jsonl', '/a\nb', '/a\u0000', '/a\u001b[2J']) {
      assert.equal(plan(path), undefined, path);
    }
    assert.equal(
      piAdapter.terminalPlan?.({ id: 'x', cwd: undefined, path: '/x.jsonl' }, false),
      undefined,
    );
  });
});

describe('The start of a long message of pi', () => {
  const { previewOfTornLine } = layout.hints ?? {};
  const line = (message: unknown, more: object = { id: 'aa000001', parentId: null }) =>
    JSON.stringify({ type: 'message', ...more, timestamp: '2026-03-15T10:00:00.000Z', message });
  const preview = (text: string) => previewOfTornLine?.(text);

  it('is found however pi wrote it', () => {
    const long = 'Look at “this”:\n' + 'x'.repeat(50);
    for (const text of [
      line({ role: 'user', content: long }),
      line({ role: 'user', content: [{ type: 'text', text: long }] }),
      line({ role: 'user', content: [{ type: 'text', text: long }] }, {}),
      line({ role: 'user', content: [{ type: 'text', text: long }] }, { id: 'a', parentId: 'b' }),
    ]) {
      for (let length = text.indexOf('Look'); length <= text.length; length += 1) {
        assert.ok(long.startsWith(wordsText(preview(text.slice(0, length)) ?? 'nothing')), text);
      }
      assert.equal(preview(text.slice(0, text.indexOf('xx'))), long.slice(0, long.indexOf('xx')));
    }
  });

  it('is not taken from anything else', () => {
    for (const text of [
      line({ role: 'assistant', content: [{ type: 'text', text: 'x' }] }),
      line({ role: 'user', content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }),
      '{"type":"custom_message","content":"x"',
      '{"type":"message","id":"a',
      '',
    ]) {
      assert.equal(preview(text), undefined, text);
    }
  });
});
