import assert from 'node:assert/strict';
import { adapterById, adapters } from '#agents/registry.ts';
import { keenAdapter } from '#agents/keen/adapter.ts';
import { logLayoutOf } from '../../../support/logLayout.ts';

const layout = logLayoutOf(keenAdapter);
const uuid = '3f0c2b1e-7a54-4c0e-9d5b-0b6f1f1e2a77';

describe('Keen’s store', () => {
  it('lies in the home folder, with keen-agent’s stores beside it', () => {
    const roots = (home: string) => layout.roots({ home, platform: 'posix', variables: {} });
    assert.deepEqual(roots('/home/user/'), [
      { path: '/home/user/.keen/sessions', kind: 'byFolder' },
      { path: '/home/user/.keen-agent/*/sessions', kind: 'byFolder' },
      { path: '/home/user/.keen-agent/sessions', kind: 'byFolder' },
    ]);
    assert.deepEqual(roots(''), []);
  });

  it('names a session that does not name itself after its folder, without an old time stamp', () => {
    const idOf = (folder: string) =>
      layout.fallbackId(['home-user-x-0123456789', folder, 'transcript_events.jsonl']);
    assert.equal(idOf(uuid), uuid);
    assert.equal(idOf(`20260410T101500Z-${uuid}`), uuid);
    assert.equal(idOf(`2026-04-10T10-15-00.123Z-${uuid}`), uuid);
    assert.equal(idOf(`1775815200-${uuid}`), uuid);
    assert.equal(idOf(`copy-of-${uuid}`), `copy-of-${uuid}`);
    assert.equal(idOf('20260410-notes'), '20260410-notes');
  });
});

describe('Keen’s logs among others', () => {
  const recognized: readonly unknown[] = [
    { seq: 1, kind: 'session_started', session_started: {} },
    { seq: 1, kind: 'user_message', user_message: { content: 'ok' } },
    { seq: 7, kind: 'assistant_message', payload: { content: 'x' } },
    { Seq: 1, Kind: 'session_started' },
  ];
  const others: readonly unknown[] = [
    { type: 'session', version: 3, id: 'x' },
    { kind: 'toString' },
    { kind: 1 },
    {},
    [],
    null,
    'session_started',
  ];

  const firstToRecognize = (record: unknown) =>
    adapters.find((adapter) => adapter.recognizes(record));

  it('are known by their first line', () => {
    for (const record of recognized) {
      assert.equal(keenAdapter.recognizes(record), true, JSON.stringify(record));
      assert.equal(firstToRecognize(record), keenAdapter);
    }
    for (const record of others) {
      assert.equal(keenAdapter.recognizes(record), false, JSON.stringify(record));
      assert.equal(firstToRecognize(record), undefined);
    }
  });

  it('are found by their agent’s id', () => {
    assert.equal(adapterById('keen'), keenAdapter);
    assert.equal(adapterById('constructor'), undefined);
    assert.equal(new Set(adapters.map(({ id }) => id)).size, adapters.length);
  });
});

describe('Keen’s command for resuming', () => {
  const path = '/home/user/.keen/sessions/x-0123456789/y/transcript_events.jsonl';
  const plan = (id: string, cwd: string | undefined = '/home/user/project', at = path) =>
    keenAdapter.terminalPlan?.({ id, cwd, path: at }, false);

  it('takes the whole id and runs in the session’s folder', () => {
    assert.deepEqual(plan(uuid), {
      executable: 'keen',
      args: ['--resume', uuid],
      cwd: '/home/user/project',
    });
  });

  it('is not offered for an id that a shell or Keen could take for something else', () => {
    for (const id of ['', '--help', '-x', 'a b', 'a;b', '$(x)', 'a\nb', '../x', 'é', `${uuid}\n`]) {
      assert.equal(plan(id), undefined, id);
    }
  });

  it('is not offered without a folder', () => {
    assert.equal(keenAdapter.terminalPlan?.({ id: uuid, cwd: undefined, path }, false), undefined);
  });

  it('is not offered for keen-agent, which wants a file that no log names', () => {
    assert.equal(
      plan(uuid, '/x', `/home/user/.keen-agent/a-01234567/sessions/n/s/t.jsonl`),
      undefined,
    );
    assert.equal(
      plan(uuid, 'C:\\x', `C:\\Users\\me\\.keen-agent\\sessions\\n\\s\\t.jsonl`),
      undefined,
    );
  });
});
