import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { id, KeptHome, said } from './support/keptHome.ts';

describe('what belongs to a kept copy', () => {
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
  const manifests = () => home.manifests();
  const copyOf = (path: string) => home.copyOf(path);

  const other = '5e550000-0000-4000-8000-000000000002';
  it('neither takes nor deletes what another session has whose ID its log gives', async () => {
    const sub = `.claude/projects/-p/${id}/subagents/agent-7.jsonl`;
    put(sub, said('Do it', { isSidechain: true }), 1);
    put('.claude/projects/-p/memory/MEMORY.md', 'Mine', 1);
    const liar = put(`.claude/projects/-p/${other}.jsonl`, said('I am the first'), 1);
    const third = '5e550000-0000-4000-8000-000000000003';
    const ofMemory = said('I am a folder', { sessionId: 'memory' });
    const ofFolder = put(`.claude/projects/-p/${third}.jsonl`, ofMemory, 1);
    const { copies } = open();
    await copies.keep(log);
    const first = keptFiles();
    assert.ok(first[`claude/-p/${id}/subagents/agent-7.jsonl`] !== undefined);
    for (const each of [liar, ofFolder]) {
      await copies.keep(each);
      const { [`claude/-p/${basename(each)}`]: own, ...others } = keptFiles();
      assert.equal(own, readFileSync(each, 'utf8'));
      assert.deepEqual(others, first);
      await copies.remove(copyOf(each));
      assert.deepEqual(keptFiles(), first);
    }
    await copies.remove(copyOf(log));
    assert.deepEqual(keptFiles(), {});
    assert.deepEqual(manifests(), []);
  });

  it('of an earlier version is deleted by the names of its files alone', async () => {
    put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    const liar = put(`.claude/projects/-p/${other}.jsonl`, said('I am the first'), 1);
    for (const each of [log, liar]) {
      await open().copies.keep(each);
    }
    rmSync(join(kept, '.copies'), { recursive: true });
    // As those were made: whatever folder the log named.
    put('kept/claude/-p/memory/MEMORY.md', 'Mine', 1);
    assert.equal((await open().store.list(['/p'])).length, 1);
    assert.equal(open().store.summarize(copyOf(liar)).isKept, true);
    await open().copies.remove(copyOf(liar));
    assert.deepEqual(Object.keys(keptFiles()).sort(), [
      `claude/-p/${id}.jsonl`,
      `claude/-p/${id}/tool-results/long.txt`,
      'claude/-p/memory/MEMORY.md',
    ]);
    // It is written down when it is copied again, with what its agent has deleted since.
    rmSync(join(folder, `.claude/projects/-p/${id}`), { recursive: true });
    appendFileSync(log, said('And ebb?'));
    await open().copies.keep(log);
    assert.equal(manifests().length, 1);
    await open().copies.remove(copyOf(log));
    assert.deepEqual(Object.keys(keptFiles()), ['claude/-p/memory/MEMORY.md']);
  });

  it('is deleted by its files’ names where what was written down of it cannot be believed', async () => {
    put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    const victim = put('victim.txt', 'Mine', 1);
    const ofOther = put('kept/pi/-p/a.jsonl', 'Another agent’s', 1);
    const ofCopies = 'kept/.copies/mine.json';
    put(ofCopies, '{}', 1);
    const whole = { version: 1, from: log, id, files: [] as readonly unknown[] };
    const own = `claude/-p/${id}.jsonl`;
    const { copies } = open();
    for (const content of [
      '',
      '{',
      'null',
      '[]',
      '7',
      JSON.stringify({ ...whole, version: 2 }),
      JSON.stringify({ ...whole, files: {} }),
      ...[
        '../victim.txt',
        'claude/../../victim.txt',
        'claude/-p/../../../victim.txt',
        'claude\\..\\..\\victim.txt',
        victim,
        '/claude/-p/x',
        'claude//-p/x',
        'claude',
        '.',
        '',
        'pi/-p/a.jsonl',
        '.copies/mine.json',
        null,
        7,
        [own],
        `${own}\0`,
      ].map((file) => JSON.stringify({ ...whole, files: [own, file] })),
    ]) {
      await copies.keep(log);
      const [manifest] = manifests().filter((each) => !each.endsWith('mine.json'));
      writeFileSync(manifest ?? '', content);
      await copies.remove(copyOf(log));
      assert.deepEqual(Object.keys(keptFiles()), ['pi/-p/a.jsonl'], content);
      assert.ok([victim, ofOther, join(folder, ofCopies)].every((each) => existsSync(each)));
    }
  });

  it('does not take another copy with it that is named in what was written down of it', async () => {
    const second = put(
      `.claude/projects/-p/${other}.jsonl`,
      said('Second', { sessionId: other }),
      1,
    );
    put(`.claude/projects/-p/${other}/tool-results/long.txt`, 'long', 1);
    await open().copies.keep(second);
    const before = keptFiles();
    await open().copies.keep(log);
    for (const manifest of manifests()) {
      const content = JSON.parse(readFileSync(manifest, 'utf8')) as { files: string[] };
      const files = [...new Set([...content.files, ...Object.keys(keptFiles())])];
      writeFileSync(manifest, JSON.stringify({ ...content, files }));
    }
    await open().copies.remove(copyOf(log));
    assert.deepEqual(keptFiles(), before);
  });

  it('is written down before it is made, so that a half one is deleted whole later', async () => {
    put(`.claude/projects/-p/${id}/tool-results/a.txt`, 'a', 1);
    put(`.claude/projects/-p/${id}/tool-results/b.txt`, 'b', 1);
    // Something is in the way of the second file.
    mkdirSync(join(kept, `claude/-p/${id}/tool-results/b.txt/x`), { recursive: true });
    await assert.rejects(open().copies.keep(log), { name: 'UserError' });
    assert.deepEqual(Object.keys(keptFiles()), [`claude/-p/${id}/tool-results/a.txt`]);
    assert.equal(manifests().length, 1);
    rmSync(join(kept, `claude/-p/${id}/tool-results/b.txt`), { recursive: true });
    rmSync(join(folder, `.claude/projects/-p/${id}/tool-results/a.txt`));
    await open().copies.keep(log);
    assert.equal(Object.keys(keptFiles()).length, 3);
    await open().copies.remove(copyOf(log));
    assert.deepEqual(keptFiles(), {});
  });

  it('can be deleted again if something was in the way', async () => {
    put(`.claude/projects/-p/${id}/tool-results/long.txt`, 'long', 1);
    await open().copies.keep(log);
    const [manifest] = manifests();
    rmSync(manifest ?? '');
    mkdirSync(join(manifest ?? '', 'in the way'), { recursive: true });
    await assert.rejects(open().copies.remove(copyOf(log)), { name: 'UserError' });
    rmSync(manifest ?? '', { recursive: true });
    await open().copies.keep(log);
    await open().copies.remove(copyOf(log));
    assert.deepEqual(keptFiles(), {});
  });
});
