import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { searchSessions } from '#store/search/sessionsSearch.ts';
import { contentOf, id, KeptHome, said } from './support/keptHome.ts';

describe('a kept copy of a session', () => {
  let home: KeptHome;
  let folder = '';
  let kept = '';
  let log = '';
  beforeEach(() => {
    home = new KeptHome();
    ({ folder, kept, log } = home);
  });
  afterEach(() => {
    home.remove();
  });
  const put = (path: string, text: string, minute: number) => home.put(path, text, minute);
  const open = () => home.open();

  const listed = async () => {
    const { store } = open();
    const [listing] = await store.list(['/p']);
    return listing?.sessions.map(({ path, isKept }) => [path.slice(folder.length + 1), isKept]);
  };

  it('is listed, and read as its agent’s, only when the agent’s own is gone', async () => {
    const { store, copies } = open();
    assert.deepEqual(await copies.keep(log), { isNew: true });
    assert.deepEqual(await listed(), [[`.claude/projects/-p/${id}.jsonl`, undefined]]);
    const before = store.summarize(log);
    rmSync(log);
    const path = `kept/claude/-p/${id}.jsonl`;
    assert.deepEqual(await listed(), [[path, true]]);
    const [all] = await open().store.list('all');
    assert.deepEqual(all?.sessions, [{ ...before, path: join(folder, path), isKept: true }]);
    const { rows } = (await open().store.latest(join(folder, path))).rows('all', 0, 10);
    assert.equal(rows[0]?.kind, 'user');
  });

  it('follows a session that went on, and leaves one alone that did not', async () => {
    const { copies } = open();
    await copies.keep(log);
    assert.deepEqual(await copies.keep(log), { isNew: false });
    appendFileSync(log, said('And ebb?'));
    assert.deepEqual(await copies.keep(log), { isNew: true });
    const copy = join(kept, 'claude', '-p', `${id}.jsonl`);
    assert.equal(contentOf(copy), readFileSync(log, 'utf8'));
    assert.deepEqual(readdirSync(join(kept, '.partial')), []);
    assert.deepEqual(await open().copies.keep(copy), { isNew: false });
  });

  it('is searched as what it contains, and shows a turn that came later', async () => {
    await open().copies.keep(log);
    appendFileSync(log, said('And the ebb?', { uuid: 'u2', parentUuid: 'u1' }));
    await open().copies.keep(log);
    rmSync(log);
    const { store } = open();
    const path = home.copyOf(log);
    for (const [query, count] of [
      ['the EBB', 1],
      ['about tides', 1],
      ['flood', 0],
    ] as const) {
      const search = {
        paths: [path],
        text: { query, matchCase: false, wholeWord: false, regex: false },
        rows: '',
        most: 10,
        mostOfSession: 10,
      };
      let found = 0;
      await searchSessions(store, search, ({ sessions }) => {
        found += sessions.length;
        return Promise.resolve();
      });
      assert.equal(found, count, query);
    }
    assert.equal((await store.latest(path)).rows('all', 0, 10).rows.length, 2);
  });

  it('of an earlier version is not compressed, is read, and is compressed when the session goes on', async () => {
    const copy = put(`kept/claude/-p/${id}.jsonl`, readFileSync(log, 'utf8'), 1);
    assert.deepEqual(await open().copies.keep(log), { isNew: false });
    assert.equal(readFileSync(copy, 'utf8'), readFileSync(log, 'utf8'));
    const { rows } = (await open().store.latest(copy)).rows('all', 0, 10);
    assert.equal(rows[0]?.kind, 'user');
    appendFileSync(log, said('And ebb?'));
    assert.deepEqual(await open().copies.keep(log), { isNew: true });
    assert.equal(readFileSync(copy).readUInt16BE(0), 0x1f8b);
    assert.equal(contentOf(copy), readFileSync(log, 'utf8'));
  });

  it('has the logs of sub-agents and long outputs with it', async () => {
    put(
      `.claude/projects/-p/${id}/subagents/agent-7.jsonl`,
      said('Do it', { isSidechain: true }),
      1,
    );
    put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    put('.claude/projects/-p/other.jsonl', said('Other'), 1);
    await open().copies.keep(log);
    assert.deepEqual(
      readdirSync(join(kept, 'claude', '-p'), { recursive: true }).sort(),
      [
        id,
        `${id}.jsonl`,
        `${id}/subagents`,
        `${id}/subagents/agent-7.jsonl`,
        `${id}/tool-results`,
        `${id}/tool-results/long.txt`,
      ].sort(),
    );
  });

  it('is deleted with what it has, and nothing else is', async () => {
    put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    const { copies } = open();
    await copies.keep(log);
    await assert.rejects(copies.remove(log), { name: 'UserError' });
    await copies.remove(join(kept, 'claude', '-p', `${id}.jsonl`));
    assert.deepEqual(readdirSync(join(kept, 'claude', '-p')), []);
    assert.ok(existsSync(log));
  });

  it('says of whose folder it is, and what it is called, if other files do', async () => {
    const workspace = '.copilot/session-state/one';
    const start = {
      type: 'session.start',
      id: 'e1',
      timestamp: '2026-11-20T09:00:00.000Z',
      data: { sessionId: 'one', context: { cwd: '/p' } },
    };
    const events = put(`${workspace}/events.jsonl`, `${JSON.stringify(start)}\n`, 1);
    put(`${workspace}/workspace.yaml`, 'id: one\ncwd: /p\n', 1);
    await open().copies.keep(events);
    for (const name of ['events.jsonl', 'workspace.yaml']) {
      assert.ok(existsSync(join(kept, 'copilot/session-state/one', name)), name);
    }
  });

  it('has the entries of a session that lie in folders of their own', async () => {
    const [message, other] = ['msg_1', 'msg_2'];
    const time = { created: 1_795_000_000_000 };
    const files: readonly (readonly [string, object])[] = [
      ['session/global/ses_1.json', { directory: '/p', title: 'Tides', time }],
      [`message/ses_1/${message}.json`, { role: 'user', time }],
      [`part/${message}/prt_1.json`, { type: 'text', text: 'Tell me' }],
      [`message/ses_2/${other}.json`, { role: 'user', time }],
      ['message/ses_1/..json', { role: 'user', time }],
      ['session/global/...json', { directory: '/elsewhere', title: 'Out of its tree', time }],
      [`part/${other}/prt_2.json`, { type: 'text', text: 'Other' }],
    ];
    const storage = '.local/share/opencode/storage';
    for (const [path, value] of files) {
      put(`${storage}/${path}`, JSON.stringify(value), 1);
    }
    const { store, copies } = open();
    const session = join(folder, storage, 'session/global/ses_1.json');
    const before = (await store.latest(session)).rows('all', 0, 10);
    assert.equal(before.rows[0]?.kind, 'user');
    assert.deepEqual(await copies.keep(session), { isNew: true });
    assert.deepEqual(await copies.keep(session), { isNew: false });
    const parts = () => readdirSync(join(kept, 'opencode/storage/part'));
    assert.deepEqual(parts(), [message]);
    const out = join(folder, storage, 'session/global/...json');
    await assert.rejects(copies.keep(out), { name: 'UserError' });
    assert.deepEqual(parts(), [message]);
    rmSync(join(folder, storage), { recursive: true });
    const path = 'kept/opencode/storage/session/global/ses_1.json';
    assert.deepEqual(
      (await listed())?.filter(([each]) => each !== `.claude/projects/-p/${id}.jsonl`),
      [[path, true]],
    );
    const reopened = open();
    const { rows } = (await reopened.store.latest(join(folder, path))).rows('all', 0, 10);
    assert.deepEqual(rows, before.rows);
    await reopened.copies.remove(join(folder, path));
    const left = readdirSync(join(kept, 'opencode/storage'), { recursive: true });
    assert.deepEqual(left.sort(), ['message', 'part', 'session', 'session/global']);
  });

  it('is none of a file that is no session, or that is not there', async () => {
    const { copies } = open();
    await assert.rejects(copies.keep(join(folder, 'secret.txt')), { name: 'UserError' });
    await assert.rejects(copies.keep(`${dirname(log)}/gone.jsonl`), { name: 'UserError' });
    assert.equal(existsSync(kept), false);
  });
});
