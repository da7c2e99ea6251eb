import assert from 'node:assert/strict';
import { piMessage, piName, piPath, piSession } from '../store/support/agentLogs.ts';
import { logPath, project, session, turnLine } from '../store/support/keenStore.ts';
import { MemoryFileSystem } from '../store/support/memoryFileSystem.ts';
import { file, windowOn } from '../store/support/window.ts';

describe('a name in the middle of a log', () => {
  const path = piPath('d');
  const filler = Array.from({ length: 60 }, () => piMessage('w'.repeat(1_000), 'assistant')).join(
    '',
  );
  const content = piSession('d') + filler + piName('From the middle') + filler;

  function stored(log = content) {
    const disk = new MemoryFileSystem();
    disk.put(path, log);
    return disk;
  }

  async function nameIn(store: ReturnType<typeof windowOn>): Promise<string | undefined> {
    const [listing] = await store.list([project]);
    assert.equal(listing?.sessions.length, 1);
    return listing.sessions[0]?.name;
  }

  it('is listed once the whole log was read, and in the next window', async () => {
    const disk = stored();
    let told = 0;
    const store = windowOn(disk, '1.0.0', {
      onLearned: () => {
        told += 1;
      },
    });
    assert.equal(await nameIn(store), undefined);
    await store.whole(path);
    assert.equal(await nameIn(store), 'From the middle');
    await store.whole(path);
    assert.equal(told, 1);
    await store.saveSummaries();
    assert.equal(await nameIn(windowOn(disk)), 'From the middle');
  });

  it('stays when the log grows, also in the next window', async () => {
    const disk = stored();
    const store = windowOn(disk);
    await store.whole(path);
    disk.append(path, piMessage('More') + filler);
    assert.equal(await nameIn(store), 'From the middle');
    await store.saveSummaries();
    disk.append(path, piMessage('And more') + filler);
    assert.equal(await nameIn(windowOn(disk)), 'From the middle');
  });

  it('gives way to one at the end, and to its end', async () => {
    const disk = stored();
    const store = windowOn(disk);
    await store.whole(path);
    disk.append(path, piName('Newer'));
    assert.equal(await nameIn(store), 'Newer');
    disk.append(path, piName(''));
    assert.equal(await nameIn(store), undefined);
  });

  it('is forgotten with its log', async () => {
    const disk = stored();
    const store = windowOn(disk);
    await store.whole(path);
    await nameIn(store);
    disk.put(path, piSession('d') + filler + filler);
    assert.equal(await nameIn(store), undefined);
  });

  it('clears the name at the start', async () => {
    const log = piSession('d') + piName('First') + filler + piName('') + filler;
    const store = windowOn(stored(log));
    assert.equal(await nameIn(store), 'First');
    await store.whole(path);
    assert.equal(await nameIn(store), undefined);
  });

  it('is seen at once anywhere in a log that is read whole, and near both ends', async () => {
    const more = piMessage('Question') + piMessage('Answer', 'assistant');
    for (const log of [
      piSession('d') + piName('Short') + more + more,
      piSession('d') + more + piName('Short') + filler,
      piSession('d') + filler + piName('Short') + more + more,
    ]) {
      assert.equal(await nameIn(windowOn(stored(log))), 'Short');
    }
  });

  it('costs formats without names nothing', async () => {
    const disk = new MemoryFileSystem();
    disk.put(logPath('a'), session('a') + turnLine(4, 'x'.repeat(100_000)));
    const store = await (async () => {
      const first = windowOn(disk);
      await first.list([project]);
      await first.saveSummaries();
      return first;
    })();
    const before = disk.stat(file);
    await store.whole(logPath('a'));
    await store.saveSummaries();
    assert.deepEqual(disk.stat(file), before);
  });
});
