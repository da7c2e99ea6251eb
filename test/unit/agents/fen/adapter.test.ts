import { hash } from '#store/disk/hash.ts';
import assert from 'node:assert/strict';
import { fenAdapter } from '#agents/fen/adapter.ts';
import { logLayoutOf } from '../../../support/logLayout.ts';

const layout = logLayoutOf(fenAdapter);
const cwd = '/home/user/project';
const id = '01987a10-4c2e-7b1a-8f00-3a5b6c7d8e9f';

function rootsOf(home: string, variables: Readonly<Record<string, string>> = {}) {
  return layout.roots({ home, platform: 'posix', variables });
}

describe('fen’s store', () => {
  it('lies below the state folder, under both of fen’s names', () => {
    const roots = (state: string) => [
      { path: `${state}/fen/sessions`, kind: 'byFolder' },
      { path: `${state}/agent-fennel/sessions`, kind: 'byFolder' },
    ];
    assert.deepEqual(rootsOf('/home/user'), roots('/home/user/.local/state'));
    assert.deepEqual(rootsOf('/home/user', { XDG_STATE_HOME: '' }), rootsOf('/home/user'));
    assert.deepEqual(rootsOf('/home/user', { XDG_STATE_HOME: '/var/me/' }), roots('/var/me'));
    assert.deepEqual(rootsOf('', { XDG_STATE_HOME: '/var/me' }), roots('/var/me'));
  });

  it('is nowhere without an absolute path', () => {
    assert.deepEqual(rootsOf(''), []);
    assert.deepEqual(rootsOf('/home/user', { XDG_STATE_HOME: 'state' }), []);
  });

  it('names the folder of a working directory as fen does', () => {
    for (const [directory, folder] of [
      ['/home/user/project', '--home-user-project--'],
      ['/', '----'],
      ['/Users/me/My Project', '--Users-me-My Project--'],
      ['/home/user/.config/nvim', '--home-user-.config-nvim--'],
      ['/home/user/a-b', '--home-user-a-b--'],
      ['/home/user/a/b', '--home-user-a-b--'],
      ['//double', '---double--'],
      ['/a:b\\c/ñ', '--a:b\\c-ñ--'],
    ] as const) {
      assert.equal(layout.folderFor?.(directory, hash), folder);
    }
  });

  it('does not treat side files as sessions', () => {
    const { isSideFile } = layout;
    assert.ok(isSideFile !== undefined);
    assert.ok(isSideFile('2026-08-05T10-11-12_x.jsonl.repaired.jsonl', new Set()));
    assert.ok(!isSideFile('2026-08-05T10-11-12_x.jsonl', new Set()));
    assert.ok(!isSideFile('repaired.jsonl', new Set()));
    assert.deepEqual(layout.path, ['*.jsonl']);
  });

  it('finds an id in the file’s name', () => {
    const fallback = (name: string) => layout.fallbackId(['--home--', name]);
    assert.equal(fallback(`2026-08-05T10-11-12_${id}.jsonl`), id);
    assert.equal(fallback('2026-08-05T10-11-12_9f86d081884c7d65.jsonl'), '9f86d081884c7d65');
    assert.equal(fallback('notes.jsonl'), 'notes');
  });

  it('is known by its dates', () => {
    const time = '2026-08-05T10-11-12';
    assert.ok(fenAdapter.recognizes({ type: 'session', version: 2, timestamp: time }));
    assert.ok(fenAdapter.recognizes({ type: 'session', version: 1, timestamp: time }));
    assert.ok(fenAdapter.recognizes({ type: 'message', timestamp: time }));
    for (const timestamp of ['2026-08-05T10:11:12Z', '2026-08-05T10:11:12.000Z', 7, undefined]) {
      assert.ok(!fenAdapter.recognizes({ type: 'session', version: 2, timestamp }));
    }
  });
});

describe('Taking a session of fen up again', () => {
  const path = '/home/user/.local/state/fen/sessions/--home-user-project--/x.jsonl';
  const plan = (
    session: { id?: string; cwd?: string | undefined; path?: string },
    newest = false,
  ) => fenAdapter.terminalPlan?.({ id, cwd, path, ...session }, newest);

  it('continues the newest and asks a running fen for any other', () => {
    assert.deepEqual(plan({}, true), { executable: 'fen', args: ['--continue'], cwd });
    assert.deepEqual(plan({}), { executable: 'fen', args: [], cwd, input: `/resume ${id}` });
  });

  it('types nothing that a file made up', () => {
    for (const bad of ['', '-x', 'a b', 'a\nrm', 'a\u001b', '../x', '$(x)', 'é', 'x'.repeat(200)]) {
      assert.equal(plan({ id: bad }), undefined, bad);
    }
  });

  it('types no id that fen takes for a place in its list', () => {
    for (const number of ['0', '7', '199', '0007', '1e2', '0x10']) {
      assert.equal(plan({ id: number }), undefined, number);
    }
    assert.ok(plan({ id: '1234567890123456' }) !== undefined);
  });

  it('is not possible without a folder, or for sessions of fen’s first builds', () => {
    assert.equal(plan({ cwd: undefined }), undefined);
    assert.equal(
      plan({ path: '/home/user/.local/state/agent-fennel/sessions/x/x.jsonl' }),
      undefined,
    );
  });
});
