import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { id, KeptHome, said } from './support/keptHome.ts';

describe('a kept copy beside others', () => {
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
  const keptFiles = () => home.files();
  const copyOf = (path: string) => home.copyOf(path);

  const other = '5e550000-0000-4000-8000-000000000002';

  it('is neither made nor deleted through a link', async () => {
    const elsewhere = join(folder, 'elsewhere');
    put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    put(`elsewhere/${id}.jsonl`, said('Not ours'), 1);
    put(`elsewhere/${id}/tool-results/long.txt`, 'Not ours', 1);
    mkdirSync(join(kept, 'claude'), { recursive: true });
    symlinkSync(elsewhere, join(kept, 'claude', '-p'));
    const print = () =>
      readdirSync(elsewhere, { recursive: true, withFileTypes: true })
        .map(({ parentPath, name }) => join(parentPath, name))
        .sort();
    const before = print();
    const refused = { message: /leads out of the folder/ };
    await assert.rejects(open().copies.keep(log), refused);
    await assert.rejects(open().copies.remove(copyOf(log)), refused);
    assert.deepEqual(print(), before);
    rmSync(join(kept, 'claude', '-p'));
    // Nor through one in the place of a file.
    mkdirSync(join(kept, 'claude', '-p'));
    symlinkSync(join(elsewhere, `${id}.jsonl`), copyOf(log));
    await open().copies.keep(log);
    assert.ok(lstatSync(copyOf(log)).isFile());
    rmSync(copyOf(log));
    symlinkSync(join(elsewhere, `${id}.jsonl`), copyOf(log));
    await open().copies.remove(copyOf(log));
    assert.deepEqual(print(), before);
    assert.deepEqual(readdirSync(join(kept, 'claude', '-p')), []);
  });

  it('is not replaced by another session of the same name in another folder', async () => {
    const added = join(folder, 'added');
    const same = put(`added/-p/${id}.jsonl`, said('Another', { sessionId: other }), 2);
    await open().copies.keep(log);
    const before = keptFiles();
    const { store, copies } = open();
    store.configure({ claude: { enabled: true, extraRoots: [added] } });
    await assert.rejects(copies.keep(same), { message: /^There is already a copy of .*-p/ });
    assert.deepEqual(keptFiles(), before);
    // The same session may have moved.
    writeFileSync(same, said('The same, later'));
    assert.deepEqual(await copies.keep(same), { isNew: true });
    await copies.remove(copyOf(log));
    await copies.keep(same);
    assert.equal(Object.keys(keptFiles()).length, 1);
  });

  it('is whole when several windows make and delete it at once', async () => {
    put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    const second = put(
      `.claude/projects/-p/${other}.jsonl`,
      said('Second', { sessionId: other }),
      1,
    );
    await open().copies.keep(second);
    const before = keptFiles();
    for (let round = 0; round < 5; round += 1) {
      const [one, two, three] = [open().copies, open().copies, open().copies];
      await Promise.all([one.keep(log), two.keep(log), three.keep(second)]);
      assert.equal(Object.keys(keptFiles()).length, 3);
      await Promise.allSettled([
        one.remove(copyOf(log)),
        two.remove(copyOf(log)),
        three.keep(second),
      ]);
      assert.deepEqual(keptFiles(), before);
    }
    assert.deepEqual(readdirSync(join(kept, '.partial')), []);
  });

  it('takes away what a killed window left half copied', async () => {
    const left = put('kept/.partial/half', 'half', 0);
    await open().copies.keep(log);
    // It may still be written, whatever date it has.
    assert.equal(existsSync(left), true);
    appendFileSync(log, said('And ebb?'));
    await home.open(Date.now() + 2 * 60 * 60 * 1000).copies.keep(log);
    assert.deepEqual(readdirSync(join(kept, '.partial')), []);
  });

  it('shares parts with another only until both are deleted', async () => {
    const time = { created: 1_795_000_000_000 };
    const storage = '.local/share/opencode/storage';
    const sessions = ['ses_1', 'ses_2'].map((session) => {
      const message = { role: 'user', time };
      put(`${storage}/message/${session}/msg_1.json`, JSON.stringify(message), 1);
      const text = JSON.stringify({ directory: '/p', title: session, time });
      return put(`${storage}/session/global/${session}.json`, text, 1);
    });
    put(`${storage}/part/msg_1/prt_1.json`, JSON.stringify({ type: 'text', text: 'Of one' }), 1);
    for (const hasManifest of [true, false]) {
      for (const session of sessions) {
        await open().copies.keep(session);
      }
      if (!hasManifest) {
        rmSync(join(kept, '.copies'), { recursive: true });
      }
      const copies = sessions.map((each) =>
        join(kept, 'opencode', each.slice(each.indexOf('/storage/'))),
      );
      await open().copies.remove(copies[0] ?? '');
      assert.deepEqual(Object.keys(keptFiles()).sort(), [
        'opencode/storage/message/ses_2/msg_1.json',
        'opencode/storage/part/msg_1/prt_1.json',
        'opencode/storage/session/global/ses_2.json',
      ]);
      await open().copies.remove(copies[1] ?? '');
      assert.deepEqual(keptFiles(), {});
    }
  });

  it('has sub-agents in a folder that is named after its session in part', async () => {
    const session = 'aaaaaaaa-0000-4000-8000-000000000001';
    const chats = '.gemini/tmp/project/chats';
    const timestamp = '2026-11-20T09:00:00.000Z';
    const header = (sessionId: string) =>
      [
        { sessionId, projectHash: 'x', startTime: timestamp, lastUpdated: timestamp },
        { id: 'm1', timestamp, type: 'user', content: 'Hi' },
      ]
        .map((record) => `${JSON.stringify(record)}\n`)
        .join('');
    const own = put(`${chats}/session-2026-11-20T09-00-aaaaaaaa.jsonl`, header(session), 1);
    put(`${chats}/${session}/agent-1.jsonl`, header('agent-1'), 1);
    const liar = put(`${chats}/session-2026-11-20T09-00-bbbbbbbb.jsonl`, header(session), 1);
    put(`${chats}/bbbbbbbb-0000-4000-8000-000000000002/agent-2.jsonl`, header('agent-2'), 1);
    const of = (path: string) => join(kept, 'gemini', path.slice(path.indexOf('project/')));
    for (const hasManifest of [true, false]) {
      const { copies } = open();
      await copies.keep(own);
      const first = keptFiles();
      assert.equal(Object.keys(first).length, 2);
      await copies.keep(liar);
      assert.equal(Object.keys(keptFiles()).length, 4);
      if (!hasManifest) {
        rmSync(join(kept, '.copies'), { recursive: true });
      }
      await open().copies.remove(of(liar));
      assert.deepEqual(keptFiles(), first);
      await open().copies.remove(of(own));
      assert.deepEqual(keptFiles(), {});
    }
  });
});
