import assert from 'node:assert/strict';
import { endBytes } from '#store/sources/log/logBytes.ts';
import fc from 'fast-check';
import { piAdapter } from '#agents/pi/adapter.ts';
import { NameSearch } from '#store/list/nameSearch.ts';
import { SummaryCache } from '#store/list/summaryCache.ts';
import { piMessage, piName, piPath, piSession } from '../support/agentLogs.ts';
import { line, logPath, project, session, turnLine } from '../support/keenStore.ts';
import { MemoryFileSystem } from '../support/memoryFileSystem.ts';
import { windowOn } from '../support/window.ts';
import { logLayoutOf } from '../../../support/logLayout.ts';
import { PathStyle } from '#store/disk/pathStyle.ts';
import { Sources } from '#store/sources/sources.ts';
import { SummaryReader } from '#store/list/summaryReader.ts';
import { runs } from '../../../support/full.ts';

const path = piPath('d');
const answers = (bytes: number) => piMessage('w'.repeat(1_000), 'assistant').repeat(bytes / 1_000);
const start = piSession('d');

function stored(log: string) {
  const disk = new MemoryFileSystem();
  disk.put(path, log);
  return disk;
}

async function nameIn(store: ReturnType<typeof windowOn>): Promise<string | undefined> {
  const [listing] = await store.list([project]);
  return listing?.sessions.find((listed) => listed.path === path)?.name;
}

/** Bytes read by the search itself. */
async function bytesSearched(disk: MemoryFileSystem, store: ReturnType<typeof windowOn>) {
  const before = disk.work.bytesRead;
  await store.searchNames();
  assert.equal(disk.work.opened, disk.work.closed);
  return disk.work.bytesRead - before;
}

describe('The search for names in the middle of logs', () => {
  it('finds one without the session being opened, tells once, and keeps it', async () => {
    const disk = stored(start + answers(600_000) + piName('Middle') + answers(600_000));
    let told = 0;
    const onLearned = () => {
      told += 1;
    };
    const store = windowOn(disk, '1.0.0', { onLearned });
    assert.equal(await nameIn(store), undefined);
    assert.equal(await store.searchNames(), true);
    assert.equal(await nameIn(store), 'Middle');
    assert.equal(await store.searchNames(), false);
    assert.equal(told, 1);
    await store.saveSummaries();
    const next = windowOn(disk);
    assert.equal(await nameIn(next), 'Middle');
    assert.equal(await bytesSearched(disk, next), 0);
  });

  it('replaces an old name at the start with a newer one, or with none', async () => {
    for (const [name, listed] of [
      ['Newer', 'Newer'],
      ['', undefined],
    ] as const) {
      const log = start + piName('Old') + answers(100_000) + piName(name) + answers(100_000);
      const store = windowOn(stored(log));
      assert.equal(await nameIn(store), 'Old');
      await store.searchNames();
      assert.equal(await nameIn(store), listed);
    }
  });

  it('keeps the name at the start if there is no newer one', async () => {
    const disk = stored(start + piName('Old') + answers(200_000));
    const store = windowOn(disk);
    assert.equal(await nameIn(store), 'Old');
    assert.equal(await store.searchNames(), true);
    assert.equal(await nameIn(store), 'Old');
    assert.equal(await bytesSearched(disk, store), 0);
  });

  it('finds the last of all names, wherever they and the lines between them are', async () => {
    const piece = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.nat({ max: 3_000 }).map((length) => piMessage('x'.repeat(length))),
      },
      // Longer than one read.
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(100_000, 262_000, 263_000, 600_000)
          .map((length) => piMessage('y'.repeat(length))),
      },
      { weight: 2, arbitrary: fc.string({ maxLength: 10 }).map(piName) },
      { weight: 1, arbitrary: fc.constant('not JSON "session_info"\n') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const log = start + pieces.join('') + answers(40_000);
        const searched = windowOn(stored(log));
        await searched.list([project]);
        await searched.searchNames();
        const read = windowOn(stored(log));
        await read.whole(path);
        assert.equal(await nameIn(searched), await nameIn(read));
      }),
      { seed: 3, numRuns: runs(150) },
    );
  });

  it('takes for a name only what pi would', async () => {
    const call = {
      type: 'toolCall',
      id: 'toolu_1',
      name: 'write',
      arguments: { type: 'session_info', name: 'An argument' },
    };
    const message = { role: 'assistant', content: [call], stopReason: 'toolUse' };
    const log =
      start +
      answers(100_000) +
      piName('A name') +
      piMessage('{"type":"session_info","name":"A text"}') +
      line({ type: 'message', id: 'aa000003', parentId: null, message }) +
      answers(100_000);
    const store = windowOn(stored(log));
    await store.list([project]);
    await store.searchNames();
    assert.equal(await nameIn(store), 'A name');
  });

  it('reads every log once, and only additions of a grown one', async () => {
    const log = start + answers(1_000_000);
    const disk = stored(log);
    const store = windowOn(disk);
    await store.list([project]);
    const all = await bytesSearched(disk, store);
    assert.ok(all >= log.length && all < log.length * 1.01, `${all} of ${log.length}`);
    await store.list([project]);
    assert.equal(await bytesSearched(disk, store), 0);

    const added = piMessage('More') + piName('Added') + answers(50_000);
    disk.append(path, added);
    assert.equal(await nameIn(store), undefined);
    assert.equal(await bytesSearched(disk, store), added.length + endBytes);
    assert.equal(await nameIn(store), 'Added');

    const more = answers(50_000);
    disk.append(path, more);
    assert.equal(await nameIn(store), 'Added');
    assert.equal(await bytesSearched(disk, store), more.length + endBytes);
    assert.equal(await nameIn(store), 'Added');
  });

  it('reads nothing before a name that was at the end when the log was listed', async () => {
    const disk = stored(start + answers(1_000_000) + piName('At the end'));
    const store = windowOn(disk);
    assert.equal(await nameIn(store), 'At the end');
    assert.equal(await bytesSearched(disk, store), 0);
    const more = answers(50_000);
    disk.append(path, more);
    assert.equal(await nameIn(store), 'At the end');
    assert.equal(await bytesSearched(disk, store), more.length + endBytes);
    assert.equal(await nameIn(store), 'At the end');
  });

  it('finds a name whose line was unfinished when the log was searched', async () => {
    const name = piName('Written in two');
    const disk = stored(start + answers(100_000) + name.slice(0, 60));
    const store = windowOn(disk);
    await store.list([project]);
    await store.searchNames();
    disk.append(path, name.slice(60) + answers(50_000));
    await store.list([project]);
    await store.searchNames();
    assert.equal(await nameIn(store), 'Written in two');
  });

  it('costs nothing where there can be no such name', async () => {
    const disk = stored(start + answers(20_000));
    disk.put(logPath('a'), session('a') + turnLine(4, 'x'.repeat(100_000)));
    const store = windowOn(disk);
    await store.list([project]);
    assert.equal(await bytesSearched(disk, store), 0);
  });

  it('waits while a list is made', async () => {
    const disk = stored(start + answers(1_500_000));
    const others = Array.from({ length: 20 }, (_, index) => piPath(`other${index}`));
    for (const other of others) {
      disk.put(other, piSession('x'));
    }
    // The clock always reports a delay, so that both yield after each step.
    let clock = 0;
    const now = () => (clock += 20);
    const store = windowOn(disk, '1.0.0', { now });
    await store.list([project]);
    const reads: string[] = [];
    let list: Promise<unknown> | undefined;
    disk.beforeRead = (read) => {
      reads.push(read);
      if (list === undefined) {
        for (const other of others) {
          disk.append(other, piMessage('More'));
        }
        list = store.list([project]);
      }
    };
    await store.searchNames();
    await list;
    const last = Math.max(...others.map((other) => reads.lastIndexOf(other)));
    assert.ok(others.every((other) => reads.includes(other)));
    const between = reads.slice(1, last).filter((read) => read === path);
    assert.deepEqual(between, []);
    assert.ok(reads.slice(last + 1).filter((read) => read === path).length >= 5);
  });

  it('ends when it is stopped, or the next list is cancelled', async () => {
    for (const stop of ['stop', 'cancelled list'] as const) {
      const disk = stored(start + answers(1_500_000));
      for (const other of ['a', 'b', 'e']) {
        disk.put(piPath(other), piSession(other) + answers(50_000));
      }
      const store = windowOn(disk);
      await store.list([project]);
      let reads = 0;
      disk.beforeRead = () => {
        reads += 1;
        if (stop === 'stop') {
          store.stopNameSearch();
        } else {
          store.list([project], AbortSignal.abort()).catch(() => undefined);
        }
      };
      assert.equal(await store.searchNames(), false);
      assert.equal(reads, 1);
      disk.beforeRead = undefined;
      assert.equal(await store.searchNames(), true);
    }
  });

  it('learns nothing of a log that is replaced meanwhile', async () => {
    const disk = stored(start + piName('First') + answers(600_000));
    const store = windowOn(disk);
    await store.list([project]);
    disk.beforeRead = () => {
      disk.put(path, start + answers(100_000) + piName('Of another') + answers(100_000));
    };
    assert.equal(await store.searchNames(), false);
    disk.beforeRead = undefined;
    assert.equal(await nameIn(store), undefined);
    await store.searchNames();
    assert.equal(await nameIn(store), 'Of another');
  });

  it('reads no more of a log, and in one run, than is set', async () => {
    const unexpected = (fault: unknown) => {
      throw fault;
    };
    const disk = new MemoryFileSystem();
    const style = new PathStyle('posix');
    const sources = new Sources(disk, style);
    const summaries = new SummaryCache(
      new SummaryReader(disk, sources, [piAdapter]),
      () => new Map(),
      () => undefined,
      unexpected,
    );
    const layout = logLayoutOf(piAdapter);
    const paths = ['a', 'b', 'c'].map((id) => piPath(id));
    for (const each of paths) {
      disk.put(each, start + piName('Early') + answers(1_000_000));
      const place = { path: each, segments: [], layout, adapter: piAdapter };
      summaries.read(place, disk.stat(each));
    }
    const search = new NameSearch({
      fileSystem: disk,
      summaries,
      onLearned: () => undefined,
      onFault: unexpected,
      limits: { log: 300_000, run: 500_000 },
    });
    const searched = async () => {
      const before = disk.work.bytesRead;
      await search.search(paths);
      return disk.work.bytesRead - before;
    };
    for (const logs of [2, 1, 0]) {
      const bytes = await searched();
      assert.ok(Math.abs(bytes - logs * 300_000) < 10_000, `${bytes}`);
    }
  });
});
