import assert from 'node:assert/strict';
import type { SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/worker.ts';
import type { SessionStore } from '#store/sessionStore.ts';
import { Random } from '../../support/random.ts';
import {
  agentPath,
  agentSession,
  fenPath,
  fenSession,
  piPath,
  piSession,
  storeOfAll,
} from '../store/support/agentLogs.ts';
import {
  logPath,
  project,
  session,
  startLine,
  turnLine,
  userLine,
} from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { readAheadWith, TestLane, type Pace } from '../store/support/readAhead.ts';

const paces: readonly [Pace, Pace, Pace] = ['at once', 'late', 'never'];

describe('a scan of logs that were read ahead', () => {
  it('lists what it would list by itself, with the same work, whatever is ready', async () => {
    const plain = filled();
    const plainStore = storeOfAll(plain);
    const expected = await listOf(plainStore);
    const first = plain.work;
    plain.resetWork();
    await listOf(plainStore);
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = new Random(seed);
      const disk = filled();
      const lanes = [1, 2, 3].map(() => new TestLane(filled(), () => random.pick(paces)));
      const store = storeOfAll(disk, { readAhead: readAheadWith(lanes) });
      assert.deepEqual(await listOf(store), expected);
      const { opened, closed, ...rest } = disk.work;
      const { listed, stated, bytesRead } = first;
      assert.deepEqual([rest.listed, rest.stated, rest.bytesRead], [listed, stated, bytesRead]);
      // What lies between the ends of two logs is read by the scan, which opens them again for that.
      const again = opened - first.opened;
      assert.ok(
        again >= 0 && again <= 2 && opened === closed,
        `${opened} opened, ${closed} closed`,
      );
      // Every log is known now, so each costs a stat, whoever makes it.
      disk.resetWork();
      assert.deepEqual(await listOf(store), expected);
      assert.deepEqual(disk.work, plain.work);
    }
  });

  it('reads of a log that is ready nothing itself but what lies between its ends', async () => {
    const disk = filled();
    const lane = new TestLane(filled(), () => 'at once');
    const store = storeOfAll(disk, { readAhead: readAheadWith([lane]) });
    await listOf(store);
    assert.deepEqual(disk.work.paths.map(nameOf).sort(), ['keen-longer', 'pi-longer']);
  });

  it('asks for a stat only, where the logs are known', async () => {
    const disk = filled();
    const lane = new TestLane(disk, () => 'at once');
    const store = storeOfAll(disk, { readAhead: readAheadWith([lane]) });
    await listOf(store);
    assert.ok(lane.orders.every(({ look }) => look !== undefined));
    lane.orders.length = 0;
    await listOf(store);
    assert.ok(lane.orders.length > 4);
    assert.ok(lane.orders.every(({ look }) => look === undefined));
  });

  it('finds a log that changed since, and one that is gone', async () => {
    const disk = filled();
    const lane = new TestLane(disk, () => 'at once');
    const store = storeOfAll(disk, { readAhead: readAheadWith([lane]) });
    const before = await listOf(store);
    disk.append(logPath('k7'), userLine(4, 'More'));
    disk.remove(logPath('k8'));
    const changed = summaries(await listOf(store));
    const known = summaries(before).filter(({ id }) => id !== 'k8');
    assert.deepEqual(changed.map(({ id }) => id).sort(), known.map(({ id }) => id).sort());
    const sizes = (list: readonly SessionSummary[]) => list.find(({ id }) => id === 'k7')?.size;
    assert.equal(sizes(changed), Buffer.byteLength(disk.text(logPath('k7'))));
    assert.notEqual(sizes(changed), sizes(known));
  });

  it('has no tail of a log that another one replaced after it was read ahead', async () => {
    const disk = filled();
    let pace: Pace = 'at once';
    const lane = new TestLane(filled(), () => pace);
    disk.put(logPath('keen-longer'), session('another'));
    const store = storeOfAll(disk, { readAhead: readAheadWith([lane]) });
    const found = async () =>
      summaries(await listOf(store)).find(({ path }) => path === logPath('keen-longer'));
    // It is the log that it was, as far as that was read. The next scan finds the other one.
    const first = await found();
    assert.deepEqual([first?.id, first?.firstUserMessage], ['keen-longer', undefined]);
    pace = 'never';
    assert.equal((await found())?.id, 'another');
  });

  it('leaves to itself what a thread cannot read, and says why', async () => {
    const disk = filled();
    disk.fail(logPath('k3'), 'noAccess');
    const lane = new TestLane(disk, () => 'at once');
    const store = storeOfAll(disk, { readAhead: readAheadWith([lane]) });
    const [listing] = await listOf(store);
    assert.deepEqual(
      listing?.failures.map(({ path }) => path),
      [logPath('k3')],
    );
  });

  it('waits for no thread, and asks none again that has not done what it began', async () => {
    const disk = filled();
    const lane = new TestLane(disk, () => 'never');
    const order = lane.order.bind(lane);
    lane.order = (paths, look) => {
      order(paths, look);
      assert.ok(lane.area.claim(1));
    };
    const store = storeOfAll(disk, { readAhead: readAheadWith([lane]) });
    assert.deepEqual(await listOf(store), await listOf(storeOfAll(filled())));
    assert.equal(lane.orders.length, 1);
  });
});

/** Logs of all agents, usual ones and such as have long lines at either end. */
function filled(): MemoryFileSystem {
  const disk = new MemoryFileSystem();
  for (let index = 0; index < 40; index += 1) {
    disk.put(logPath(`k${index}`), session(`k${index}`));
    disk.put(piPath(`p${index}`), piSession(`p${index}`));
    disk.put(fenPath(`f${index}`), fenSession(`f${index}`));
    disk.put(agentPath(`a${index}`), agentSession(`a${index}`, index % 2 ? {} : { cwd: '/srv' }));
  }
  const long = 'long '.repeat(1_200);
  const longer = 'longer '.repeat(8_000);
  disk.put(logPath('k-empty'), '');
  disk.put(logPath('keen-long'), session('keen-long', { text: long, answer: long }));
  disk.put(
    logPath('keen-longer'),
    startLine('keen-longer') + turnLine(2, longer) + userLine(3, 'Late') + turnLine(4, longer),
  );
  disk.put(piPath('pi-long'), piSession('pi-long', { text: long }));
  disk.put(piPath('pi-longer'), piSession('pi-longer', { text: longer }));
  return disk;
}

function summaries([listing]: readonly FolderListing[]) {
  return listing?.sessions ?? [];
}

function listOf(store: SessionStore) {
  return store.list([project]);
}

function nameOf(path: string): string {
  return /keen-longer|pi-longer/.exec(path)?.[0] ?? path;
}
