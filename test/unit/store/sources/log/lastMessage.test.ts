import { lastMessageOf } from '#store/session/lastMessage.ts';
import { Pacer } from '#base/pacer.ts';
import assert from 'node:assert/strict';
import { endBytes } from '#store/sources/log/logBytes.ts';
import {
  keenStore,
  logPath,
  session,
  startLine,
  turnLine,
  userLine,
} from '../../support/keenStore.ts';
import { MemoryFileSystem } from '../../support/memoryFileSystem.ts';

const long = (length: number) => 'x'.repeat(length);

describe('the last message of the user', () => {
  it('takes a last line without a line end that is whole', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), (session('a') + userLine(4, 'The last')).trimEnd());
    assert.equal(
      await lastMessageOf(keenStore(disk).sessionAt(logPath('a')), new Pacer(undefined)),
      'The last',
    );
  });

  it('reads back, by doubling, until the last message of the user is found', async () => {
    const disk = new MemoryFileSystem();
    const store = keenStore(disk);
    const before = turnLine(4, long(1_000_000)) + userLine(5, 'The last');
    // A turn's text occurs twice on its line.
    for (const [turn, tails] of [
      [6_000, 1],
      [10_000, 2],
      [100_000, 16],
      [500_000, 64],
    ] as const) {
      disk.put(logPath('a'), session('a') + before + turnLine(6, long(turn)));
      store.summarize(logPath('a'));
      disk.resetWork();
      assert.equal(
        await lastMessageOf(store.sessionAt(logPath('a')), new Pacer(undefined)),
        'The last',
      );
      assert.equal(disk.work.bytesRead, tails * endBytes);
    }
  });

  it('reads back to the start of the log, and nothing twice', async () => {
    const disk = new MemoryFileSystem();
    const store = keenStore(disk);
    for (const lines of [1, 40]) {
      const turns = Array.from({ length: lines }, (_, index) =>
        turnLine(3 + index, long(4_000_000 / lines)),
      ).join('');
      const log = startLine('a') + userLine(2, 'The only') + turns;
      disk.put(logPath('a'), log);
      store.summarize(logPath('a'));
      disk.resetWork();
      assert.equal(
        await lastMessageOf(store.sessionAt(logPath('a')), new Pacer(undefined)),
        'The only',
      );
      assert.equal(disk.work.bytesRead, log.length);
      disk.put(logPath('a'), startLine('a') + turns);
      store.summarize(logPath('a'));
      disk.resetWork();
      assert.equal(
        await lastMessageOf(store.sessionAt(logPath('a')), new Pacer(undefined)),
        undefined,
      );
      assert.equal(disk.work.bytesRead, log.length - userLine(2, 'The only').length);
    }
  });

  it('starts again when the log is replaced while its end is read', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a') + turnLine(4, long(100_000)));
    const store = keenStore(disk);
    store.summarize(logPath('a'));
    let reads = 0;
    disk.beforeRead = () => {
      reads += 1;
      if (reads === 2) {
        disk.put(logPath('a'), session('a', { text: 'Another' }) + turnLine(4, long(90_000)));
      }
    };
    assert.equal(
      await lastMessageOf(store.sessionAt(logPath('a')), new Pacer(undefined)),
      'Another',
    );
  });

  it('stops reading when cancelled', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a') + turnLine(4, long(4_000_000)));
    const store = keenStore(disk);
    store.summarize(logPath('a'));
    disk.resetWork();
    const stop = new AbortController();
    stop.abort(new Error('Nobody looks any more.'));
    await assert.rejects(
      lastMessageOf(store.sessionAt(logPath('a')), new Pacer(stop.signal)),
      /Nobody looks/,
    );
    assert.equal(disk.work.opened, disk.work.closed);
    assert.ok(disk.work.bytesRead < 100_000);
  });

  it('finds the last message in the tail, and reads nothing else for it', async () => {
    const disk = new MemoryFileSystem();
    disk.put(
      logPath('a'),
      session('a') + turnLine(4, long(100_000)) + userLine(5, ' The\nlast ') + turnLine(6, 'Yes.'),
    );
    const store = keenStore(disk);
    store.summarize(logPath('a'));
    disk.resetWork();
    assert.equal(
      await lastMessageOf(store.sessionAt(logPath('a')), new Pacer(undefined)),
      'The last',
    );
    assert.deepEqual([disk.work.opened, disk.work.bytesRead], [1, endBytes]);
  });
});
