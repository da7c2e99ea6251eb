import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Log } from '#host/log.ts';
import { OpenSessions } from '#host/openSessions.ts';
import { WorkerClient, type WorkerThread } from '#host/workerClient.ts';
import { silentLog } from './silentLog.ts';

describe('WorkerClient', () => {
  it('starts the thread with the first request', async () => {
    const { client, threads } = setUp();
    assert.equal(threads.length, 0);
    const answer = client.request('sessions/list', { folders: [] });
    assert.equal(threads.length, 1);
    threads[0]?.answer([]);
    assert.deepEqual(await answer, []);
  });

  it('fails open requests when the thread dies, starts it again once and says so in the log', async () => {
    const { client, threads, warnings } = setUp();
    let restarts = 0;
    client.onDidRestart(() => {
      restarts += 1;
    });
    const lost = client.request('sessions/list', { folders: [] });
    threads[0]?.emit('exit', 1);
    await assert.rejects(lost, /stopped unexpectedly/);
    assert.equal(warnings.length, 1);

    const second = client.request('sessions/list', { folders: [] });
    threads[1]?.answer([]);
    await second;
    assert.equal(restarts, 1);

    const lostAgain = client.request('sessions/list', { folders: [] });
    threads[1]?.emit('exit', 1);
    await assert.rejects(lostAgain, /Reload the window/);
    await assert.rejects(client.request('sessions/list', { folders: [] }), /Reload the window/);
    assert.equal(threads.length, 2);
  });

  it('starts it again after a second death long after the first', async () => {
    const { client, threads, clock } = setUp();
    for (const place of [0, 1, 2]) {
      const lost = client.request('sessions/list', { folders: [] });
      clock.now += 3_600_000;
      threads[place]?.emit('exit', 1);
      await assert.rejects(lost, /Try again/);
    }
    assert.equal(threads.length, 3);
  });

  it('ends the thread and every open request when it is disposed', async () => {
    const { client, threads } = setUp();
    const open = client.request('sessions/list', { folders: [] });
    client.dispose();
    await assert.rejects(open, /shutting down/);
    assert.equal(threads[0]?.terminated, true);
    await assert.rejects(client.request('sessions/list', { folders: [] }), /shutting down/);
    assert.equal(threads.length, 1);
  });

  it('passes what the worker says of an open session on', async () => {
    const { client, threads } = setUp();
    const heard: string[] = [];
    client.onDidIndex(({ path }) => heard.push(path));
    void client.request('sessions/list', { folders: [] }).catch(() => undefined);
    threads[0]?.emit('message', {
      type: 'notice',
      name: 'session/indexed',
      body: { path: '/a.jsonl', state: {} },
    });
    await Promise.resolve();
    assert.deepEqual(heard, ['/a.jsonl']);
    client.dispose();
  });

  it('passes on that the list reads otherwise', async () => {
    const { client, threads } = setUp();
    let heard = 0;
    client.onDidChangeSessions(() => {
      heard += 1;
    });
    void client.request('sessions/list', { folders: [] }).catch(() => undefined);
    threads[0]?.emit('message', { type: 'notice', name: 'sessions/changed', body: {} });
    await Promise.resolve();
    assert.equal(heard, 1);
    client.dispose();
  });
});

describe('OpenSessions', () => {
  it('opens a log once for all who use it and closes it after the last', () => {
    const { sessions, sent } = setUpSessions();
    const first = sessions.acquire('/a');
    const second = sessions.acquire('/a');
    assert.deepEqual(sent, ['session/open /a']);
    first.dispose();
    first.dispose();
    assert.deepEqual(sent, ['session/open /a']);
    second.dispose();
    assert.deepEqual(sent, ['session/open /a', 'session/close /a']);
  });

  it('opens again what is in use when the worker was started anew', async () => {
    const { sessions, sent, restart } = setUpSessions();
    sessions.acquire('/a');
    const b = sessions.acquire('/b');
    sessions.acquire('/c').dispose();
    sent.length = 0;
    const before = b.opened;
    restart();
    assert.deepEqual(sent, ['session/open /a', 'session/open /b']);
    assert.notEqual(b.opened, before);
    await b.opened;
  });
});

class FakeThread extends EventEmitter implements WorkerThread {
  terminated = false;
  #asked: number[] = [];

  postMessage(message: unknown): void {
    this.#asked.push((message as { id: number }).id);
  }

  answer(body: unknown): void {
    this.emit('message', { type: 'reply', id: this.#asked.pop(), body });
  }

  terminate(): Promise<unknown> {
    this.terminated = true;
    return Promise.resolve();
  }
}

function setUp() {
  const threads: FakeThread[] = [];
  const warnings: string[] = [];
  const clock = { now: 1_000_000 };
  const log: Log = { ...silentLog, warn: (_area, what) => warnings.push(what) };
  const client = new WorkerClient({
    spawn: () => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread;
    },
    log,
    now: () => clock.now,
  });
  return { client, threads, warnings, clock };
}

function setUpSessions() {
  const sent: string[] = [];
  let restart: () => void = () => undefined;
  const worker = {
    request: (name: string, { path }: { path: string }) => {
      sent.push(`${name} ${path}`);
      return Promise.resolve(undefined as never);
    },
    onDidRestart: (listener: (value: undefined) => unknown) => {
      restart = () => {
        listener(undefined);
      };
      return { dispose: () => undefined };
    },
  };
  const sessions = new OpenSessions(worker, silentLog);
  return {
    sessions,
    sent,
    restart: () => {
      restart();
    },
  };
}
