import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { ArchiveOrder } from '#protocol/archive.ts';
import { Archive } from '#store/write/archive.ts';
import { KeptCopies } from '#store/write/keptCopies.ts';
import { FaultingFiles } from './support/faultingFiles.ts';
import { contentOf, KeptHome, said } from './support/keptHome.ts';

const hour = 60 * 60 * 1000;

describe('copies that are made by themselves', () => {
  let home: KeptHome;
  let now: number;
  beforeEach(() => {
    home = new KeptHome();
    rmSync(home.log);
    now = 1_790_000_000_000;
  });
  afterEach(() => {
    home.remove();
  });

  const idOf = (number: number) => `5e550000-0000-4000-8000-0000000000${10 + number}`;
  /** A session that hardly compresses, changed in that minute. */
  function session(number: number, kilobytes = 1): string {
    const random = (seed: number) =>
      (Math.imul(seed ^ (seed >>> 15), 0x85ebca6b) >>> 0).toString(36);
    let text = '';
    for (let seed = number + 1; text.length < kilobytes * 1024; seed += 7_919) {
      text += random(seed * 2_654_435);
    }
    return home.put(
      `.claude/projects/-p/${idOf(number)}.jsonl`,
      said(text, { sessionId: idOf(number) }),
      number,
    );
  }
  /** Another window. */
  function open(files = new FaultingFiles()) {
    const { store } = home.open();
    const copies = new KeptCopies(store, home.kept, { files });
    const archive = new Archive(store, copies, join(home.kept, '.archive.json'), () => now);
    const run = (order: Partial<ArchiveOrder> = {}) =>
      archive.run({ mode: 'all', limit: 1e9, pinned: [], ...order });
    return { run, store };
  }
  const copied = () =>
    Object.keys(home.files())
      .filter((name) => name.startsWith('claude'))
      .map((name) => Number(/(\d\d)\.jsonl$/.exec(name)?.[1]) - 10)
      .sort((a, b) => a - b);

  it('are of the pinned sessions, or of all, and follow them', async () => {
    const [first] = [session(1), session(2), session(3)];
    const pinned = [{ agent: 'claude', id: idOf(2) }];
    const { run } = open();
    const { copied: count, deleted } = await run({ mode: 'pinned', pinned });
    assert.deepEqual([count, deleted, copied()], [1, [], [2]]);
    await run({ mode: 'all', pinned });
    assert.deepEqual(copied(), [1, 2, 3]);
    appendFileSync(first, said('More', { sessionId: idOf(1) }));
    assert.equal((await run({ paths: [first] })).copied, 1);
    assert.equal(contentOf(home.copyOf(first)), readFileSync(first, 'utf8'));
    assert.equal((await run({ paths: [first] })).copied, 0);
  });

  it('are of those that their agent deletes within a week', async () => {
    const day = 24 * hour;
    const paths = [session(1), session(2)];
    for (const [index, age] of [25, 3].entries()) {
      const changed = (Date.now() - age * day) / 1_000;
      utimesSync(paths[index] ?? '', changed, changed);
    }
    now = Date.now();
    await open().run({ mode: 'expiring' });
    assert.deepEqual(copied(), [1]);
  });

  it('are looked for in all folders by one window, and now and then', async () => {
    session(1);
    assert.equal((await open().run()).copied, 1);
    session(2);
    assert.equal((await open().run()).copied, 0);
    now += 7 * hour;
    assert.equal((await open().run()).copied, 1);
    session(3);
    // Another choice wants other sessions.
    assert.equal((await open().run({ mode: 'pinned' })).copied, 0);
    assert.equal((await open().run()).copied, 1);
  });

  it('stay under their limit: the oldest goes first, a pinned one never, and is not made again', async () => {
    for (let number = 1; number <= 6; number += 1) {
      session(number, 100);
    }
    rmSync(session(1, 100));
    session(1, 100);
    const pinned = [{ agent: 'claude', id: idOf(2) }];
    await open().run({ pinned });
    const size = readdirSync(home.kept, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && each.name.endsWith('.jsonl'))
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).length)
      .reduce((sum, each) => sum + each, 0);
    const limit = Math.floor(size * 0.6);
    rmSync(join(home.folder, '.claude/projects/-p', `${idOf(1)}.jsonl`));
    const seventh = session(7, 1);
    const { deleted } = await open().run({ pinned, limit, paths: [seventh] });
    assert.deepEqual(copied(), [2, 5, 6, 7]);
    assert.deepEqual(
      deleted.map(({ isLast }) => isLast),
      [true, false, false],
    );
    now += 7 * hour;
    assert.deepEqual(await open().run({ pinned, limit }), {
      copied: 0,
      failures: [],
      isFull: false,
      deleted: [],
    });
    assert.deepEqual(copied(), [2, 5, 6, 7]);
    // With another limit, they are.
    now += 7 * hour;
    assert.equal((await open().run({ pinned, limit: 2 * size })).copied, 2);
  });

  it('cost a full disk nothing but the new one, which says so', async () => {
    const [first, second] = [session(1, 50), session(2, 50)];
    const files = new FaultingFiles();
    await open(files).run();
    const claudes = () =>
      Object.fromEntries(
        Object.entries(home.files()).filter(([name]) => name.startsWith('claude')),
      );
    const before = claudes();
    for (const number of [3, 4]) {
      session(number, 50);
    }
    appendFileSync(second, said('x'.repeat(1_000), { sessionId: idOf(2) }));
    // There is room for locks and manifests.
    for (let room = 200; room < 20_000; room += 1_900) {
      files.room = room;
      now += 7 * hour;
      const { isFull, failures } = await open(files).run();
      assert.ok(isFull);
      assert.match(failures.at(-1)?.reason ?? '', /the disk is full\.$/);
      assert.equal(files.openFiles, 0);
      for (const [name, text] of Object.entries(before)) {
        const left = claudes()[name] ?? '';
        assert.ok(left === text || left === readFileSync(second, 'utf8'), name);
      }
      assert.deepEqual(readdirSync(join(home.kept, '.partial')), []);
      assert.equal(existsSync(join(home.kept, '.copying.lock')), false);
    }
    files.room = Infinity;
    now += 7 * hour;
    assert.equal((await open(files).run()).isFull, false);
    assert.deepEqual(copied(), [1, 2, 3, 4]);
    assert.equal(contentOf(home.copyOf(first)), readFileSync(first, 'utf8'));
  });
});
