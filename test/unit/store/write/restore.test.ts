import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Archive } from '#store/write/archive.ts';
import { KeptCopies } from '#store/write/keptCopies.ts';
import { FaultingFiles, full } from './support/faultingFiles.ts';
import { id, KeptHome, said } from './support/keptHome.ts';

describe('a copy that is restored to its agent', () => {
  let home: KeptHome;
  let copy = '';
  let long = '';
  let sub = '';
  const projects = () => join(home.folder, '.claude', 'projects');
  beforeEach(async () => {
    home = new KeptHome();
    copy = home.copyOf(home.log);
    long = home.put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    const agent = said('Do it', { isSidechain: true });
    sub = home.put(`.claude/projects/-p/${id}/subagents/agent-7.jsonl`, agent, 1);
    appendFileSync(home.log, said('And ebb? '.repeat(20)));
    await home.open().copies.keep(home.log);
  });
  afterEach(() => {
    home.remove();
  });

  /** All that the agent has, by path. */
  const files = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      (existsSync(projects()) ? readdirSync(projects(), { recursive: true, encoding: 'utf8' }) : [])
        .map((name) => join(projects(), name))
        // A draft that the disk did not let go is nothing to an agent.
        .filter((path) => !path.endsWith('.tmp') && !statSync(path).isDirectory())
        .map((path) => [path, readFileSync(path, 'utf8')]),
    );
  const isRefused = async (message: RegExp) => {
    const { copies } = home.open();
    await assert.rejects(copies.restorable([copy]), { name: 'UserError', message });
    await assert.rejects(copies.restore([copy]), { name: 'UserError', message });
  };

  it('is where it was, byte for byte, for nobody else to read, and listed as its own', async () => {
    const before = files();
    rmSync(projects(), { recursive: true });
    const { store, copies } = home.open();
    const { agent, isTemporary, files: named } = await copies.restorable([copy]);
    assert.deepEqual([agent, isTemporary], ['Claude Code', true]);
    assert.deepEqual([...named].sort(), [home.log, long, sub].sort());
    assert.equal(named.at(-1), home.log);
    assert.deepEqual(await copies.restore([copy]), { path: home.log });
    assert.deepEqual(files(), before);
    assert.equal(statSync(home.log).mode & 0o777, 0o600);
    const [listing] = await store.list(['/p']);
    assert.deepEqual(
      listing?.sessions.map(({ path, isKept }) => [path, isKept]),
      [[home.log, undefined]],
    );
    assert.ok(existsSync(copy));
  });

  it('replaces nothing', async () => {
    await isRefused(/is there already\. Nothing was restored\.$/);
    rmSync(home.log);
    // What has more than the copy is there; what has something else is in the way.
    appendFileSync(sub, said('More'));
    writeFileSync(long, 'other');
    const before = files();
    await isRefused(/long\.txt is there already\. Nothing was restored\.$/);
    assert.deepEqual(files(), before);
    writeFileSync(long, 'long');
    await home.open().copies.restore([copy]);
    assert.equal(readFileSync(sub, 'utf8'), before[sub]);
    assert.equal(Object.keys(files()).length, 3);
  });

  it('goes through no link', async () => {
    const elsewhere = join(home.folder, 'elsewhere');
    mkdirSync(elsewhere);
    rmSync(join(projects(), '-p'), { recursive: true });
    symlinkSync(elsewhere, join(projects(), '-p'));
    await assert.rejects(home.open().copies.restore([copy]), {
      name: 'UserError',
      message: /link/,
    });
    assert.deepEqual(readdirSync(elsewhere), []);
    rmSync(join(projects(), '-p'));
    // Nor if there is one in the place of the file.
    mkdirSync(join(projects(), '-p'));
    symlinkSync(join(elsewhere, 'x.jsonl'), home.log);
    await isRefused(/is there already/);
    assert.deepEqual(readdirSync(elsewhere), []);
  });

  it('is there whole or not at all, whatever the disk refuses', async () => {
    rmSync(projects(), { recursive: true });
    const calls = new FaultingFiles();
    const { store } = home.open();
    const restore = (disk: FaultingFiles) =>
      new KeptCopies(store, home.kept, { files: disk }).restore([copy]);
    await restore(calls);
    const whole = files();
    const count = calls.calls.length;
    for (let at = 0; at < count; at += 1) {
      rmSync(projects(), { recursive: true, force: true });
      const disk = new FaultingFiles();
      let number = 0;
      disk.onCall = () => {
        number += 1;
        if (number === at + 1) {
          throw full;
        }
      };
      const failure = await restore(disk).then(
        () => undefined,
        (error: unknown) => error,
      );
      const found = files();
      if (failure === undefined) {
        assert.deepEqual(found, whole);
      } else {
        assert.ok(failure instanceof Error && failure.name === 'UserError');
        assert.deepEqual(found, {}, calls.calls[at]);
      }
      assert.equal(disk.openFiles, 0, calls.calls[at]);
    }
  });

  it('is restored again after a kill that left a part of it', async () => {
    rmSync(home.log);
    rmSync(long);
    writeFileSync(join(projects(), '-p', `.${id}.session-browser.tmp`), 'half');
    await home.open().copies.restore([copy]);
    assert.equal(readFileSync(long, 'utf8'), 'long');
  });

  it('is refused for a session that is no copy, and where nothing tells what it was', async () => {
    const { copies } = home.open();
    await assert.rejects(copies.restorable([home.log]), { message: /nothing to restore/ });
    rmSync(projects(), { recursive: true });
    const [manifest = ''] = home.manifests();
    const content = JSON.parse(readFileSync(manifest, 'utf8')) as { from: string };
    const outside = join(home.folder, '-p', `${id}.jsonl`);
    for (const from of [`${content.from}.other`, outside, copy, '', `/etc/${id}.jsonl`]) {
      writeFileSync(manifest, JSON.stringify({ ...content, from }));
      await isRefused(/It is not known where|keeps no sessions at/);
    }
    rmSync(manifest);
    await isRefused(/It is not known where Claude Code had this session/);
    assert.deepEqual(files(), {});
  });
});

describe('a copy of a session whose sub-agents lie where sessions are', () => {
  it('has theirs, is restored and is deleted with them, and they are kept as long as it is', async () => {
    const home = new KeptHome();
    try {
      const [own, other] = [
        '019e0092-7000-7000-8000-00000000000a',
        '019e0092-7000-7000-8000-00000000000b',
      ];
      const sub = '019e0092-7000-7000-8000-00000000000c';
      const timestamp = '2026-05-07T10:00:00.000Z';
      const rollout = (session: string, more: object = {}) => {
        const lines = [
          { type: 'session_meta', payload: { id: session, cwd: '/p', timestamp, ...more } },
          { type: 'event_msg', payload: { type: 'user_message', message: `I am ${session}` } },
        ].map((line) => `${JSON.stringify({ timestamp, ...line })}\n`);
        const name = `rollout-2026-05-07T10-00-00-${session}.jsonl`;
        return home.put(`.codex/sessions/2026/05/07/${name}`, lines.join(''), 1);
      };
      const path = rollout(own);
      const alone = rollout(other);
      const subPath = rollout(sub, {
        parent_thread_id: own,
        source: { subagent: { thread_spawn: { parent_thread_id: own } } },
      });
      const open = () => {
        const { store, copies } = home.open();
        return { store, archive: new Archive(store, copies, join(home.kept, '.archive.json')) };
      };
      await open().archive.keep(path);
      await open().archive.keep(alone);
      const copyOf = (file: string) =>
        file.replace(join(home.folder, '.codex'), join(home.kept, 'codex'));
      assert.ok([path, alone, subPath].every((each) => existsSync(copyOf(each))));
      const before = [path, subPath].map((each) => readFileSync(each, 'utf8'));
      rmSync(join(home.folder, '.codex'), { recursive: true });
      const { files } = await open().archive.restorable(copyOf(path));
      assert.deepEqual(files, [subPath, path]);
      await open().archive.restore(copyOf(path));
      assert.deepEqual(
        [path, subPath].map((each) => readFileSync(each, 'utf8')),
        before,
      );
      assert.equal(existsSync(alone), false);
      await open().archive.remove(copyOf(path));
      assert.deepEqual(
        [path, alone, subPath].map((each) => existsSync(copyOf(each))),
        [false, true, false],
      );
    } finally {
      home.remove();
    }
  });
});
