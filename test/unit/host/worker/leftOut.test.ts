import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { anyState, breadcrumbKey } from '#store/disk/breadcrumb.ts';
import { clientWithThreads, FakeMemento } from './support/fakeThread.ts';

const problems = { path: '/a.jsonl', start: 0, count: 1 };

/** Lets promises settle, since only timers are mocked. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('WorkerClient, when a thread ends,', () => {
  it('leaves out what each thread read when it died, and starts as many as that takes', async () => {
    const memento = new FakeMemento();
    const { client, threads, warnings } = clientWithThreads(memento);
    let changes = 0;
    client.onDidChangeSessions(() => {
      changes += 1;
    });
    const keys = ['/a.json', '/b.json', '/c.json'].map((path) => breadcrumbKey(path, '7 1.5'));
    for (const [place, key] of keys.entries()) {
      const lost = client.request('problems/read', problems);
      const thread = threads[place];
      assert.ok(thread !== undefined);
      assert.deepEqual(thread.leftOut, keys.slice(0, place));
      thread.breadcrumb.lay('/innocent\n1 1');
      thread.breadcrumb.lay(key);
      thread.emit('exit', 1);
      const path = ['/a.json', '/b.json', '/c.json'][place] ?? '';
      await assert.rejects(lost, {
        message: `Reading sessions stopped at ${path}, which is now left out. Try again.`,
      });
    }
    assert.deepEqual([changes, warnings.length], [3, 3]);

    // After a reload of the window, no thread has to die of them again.
    const reloaded = clientWithThreads(memento);
    const asked = reloaded.client.request('problems/read', problems);
    assert.deepEqual(reloaded.threads[0]?.leftOut, keys);
    reloaded.threads[0].answer([]);
    await asked;
  });

  it('answers what was asked meanwhile by the next thread, if it may ask twice', async () => {
    const { client, threads } = clientWithThreads();
    const summary = client.request('sessions/summarize', { path: '/b' });
    const write = client.request('journal/drop', { journal: 'j' });
    const parts: unknown[] = [];
    const search = client.request('sessions/numbers', { paths: [] }, undefined, (part) => {
      parts.push(part);
    });
    threads[0]?.part({ looked: 1 });
    await settled();
    threads[0]?.breadcrumb.lay('/a\n1 1');
    threads[0]?.emit('exit', 1);
    await assert.rejects(write, /stopped at \/a/);
    await assert.rejects(search, /stopped at \/a/);
    await settled();
    assert.deepEqual(threads[1]?.names, ['sessions/summarize']);
    threads[1].answer({ path: '/b' });
    assert.deepEqual(await summary, { path: '/b' });
    assert.equal(parts.length, 1);
  });

  it('leaves out a file that ends threads with each change, whatever it is then', async () => {
    const { client, threads, leftOut } = clientWithThreads();
    for (const place of [0, 1]) {
      const lost = client.request('problems/read', problems);
      threads[place]?.breadcrumb.lay(breadcrumbKey('/a', String(place)));
      threads[place]?.emit('exit', 1);
      await assert.rejects(lost, /stopped at/);
    }
    assert.deepEqual(leftOut.breadcrumbs, [breadcrumbKey('/a', anyState)]);
  });

  it('ends when each of hundreds of files ends a thread', async () => {
    const { client, threads } = clientWithThreads();
    const lost = client.request('sessions/summarize', { path: '/b' });
    const rejected = assert.rejects(lost, /stopped unexpectedly/);
    for (let place = 0; place < 202; place += 1) {
      threads[place]?.breadcrumb.lay(breadcrumbKey(`/${place}`, ''));
      threads[place]?.emit('exit', 1);
      await settled();
    }
    await rejected;
    assert.equal(threads.length, 201);
  });

  it('blames no file for a thread that died of something else, or of what is left out', async () => {
    const { client, threads, leftOut } = clientWithThreads();
    leftOut.add('/a\n1 1');
    for (const place of [0, 1]) {
      const lost = client.request('problems/read', problems);
      threads[place]?.breadcrumb.lay(place === 0 ? '/a\n1 1' : '/b\n1 1');
      if (place === 1) {
        threads[place]?.breadcrumb.beat();
      }
      threads[place]?.emit('exit', 1);
      await assert.rejects(lost, place === 0 ? /stopped unexpectedly/ : /Reload the window/);
    }
    assert.deepEqual(leftOut.breadcrumbs, ['/a\n1 1']);
  });
});

describe('a thread that never comes back', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
  });
  const seconds = (count: number) => {
    for (let second = 0; second < count; second += 1) {
      mock.timers.tick(1_000);
    }
  };

  it('is ended, and what it reads left out', async () => {
    const { client, threads, leftOut } = clientWithThreads();
    const lost = client.request('problems/read', problems);
    threads[0]?.breadcrumb.lay('/a\n1 1');
    seconds(85);
    assert.equal(threads[0]?.terminated, false);
    seconds(10);
    await assert.rejects(lost, /stopped at \/a, which is now left out/);
    assert.equal(threads[0].terminated, true);
    assert.deepEqual(leftOut.breadcrumbs, ['/a\n1 1']);
    // What ends later has no caller any more.
    threads[0].emit('exit', 1);
    const next = client.request('problems/read', problems);
    threads[1]?.answer([]);
    await next;
    assert.equal(threads.length, 2);
  });

  it('is ended though nobody knows what it does', async () => {
    const { client, threads, leftOut } = clientWithThreads();
    const lost = client.request('problems/read', problems);
    seconds(95);
    await assert.rejects(lost, /stopped unexpectedly/);
    assert.equal(threads[0]?.terminated, true);
    assert.deepEqual(leftOut.breadcrumbs, []);
  });

  it('is none that reads long but gives way, or for which nobody waits', async () => {
    const { client, threads } = clientWithThreads();
    const answer = client.request('problems/read', problems);
    for (let round = 0; round < 10; round += 1) {
      threads[0]?.breadcrumb.lay('/a\n1 1');
      seconds(60);
      threads[0]?.breadcrumb.beat();
      threads[0]?.breadcrumb.lay('/a\n1 1');
    }
    assert.equal(threads[0]?.terminated, false);
    threads[0].answer([]);
    await answer;
    seconds(50);
    const next = client.request('problems/read', problems);
    seconds(50);
    assert.equal(threads[0].terminated, false);
    threads[0].answer([]);
    await next;
    client.dispose();
  });
});
