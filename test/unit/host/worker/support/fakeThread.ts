import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Log } from '#host/vscode/log.ts';
import { LeftOut } from '#host/worker/leftOut.ts';
import { WorkerClient, type WorkerThread } from '#host/worker/workerClient.ts';
import { Breadcrumb } from '#store/disk/breadcrumb.ts';
import { silentLog } from '../../silentLog.ts';

/** Answers when a test says so. */
class FakeThread extends EventEmitter implements WorkerThread {
  terminated = false;
  /** Of all requests so far. */
  readonly names: string[] = [];
  readonly #asked: { readonly id: number; readonly name: string }[] = [];

  constructor(
    readonly breadcrumb: Breadcrumb,
    readonly leftOut: readonly string[],
  ) {
    super();
  }

  postMessage(message: unknown): void {
    const asked = message as { readonly type: string; readonly id: number; readonly name: string };
    if (asked.type === 'request') {
      this.#asked.push(asked);
      this.names.push(asked.name);
    }
  }

  /** Answers the last request. */
  answer(body: unknown): void {
    this.emit('message', { type: 'reply', id: this.#asked.pop()?.id, body });
  }

  /** Emits a part of the answer to the last request. */
  part(body: unknown): void {
    this.emit('message', { type: 'part', id: this.#asked.at(-1)?.id, body });
  }

  answerTo(name: string, body: unknown): void {
    const place = this.#asked.findIndex((asked) => asked.name === name);
    const [asked] = this.#asked.splice(place, 1);
    this.emit('message', { type: 'reply', id: asked?.id, body });
  }

  fail(error: string): void {
    this.emit('message', { type: 'reply', id: this.#asked.pop()?.id, error });
  }

  terminate(): Promise<unknown> {
    this.terminated = true;
    return Promise.resolve();
  }
}

export class FakeMemento {
  readonly #values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.#values.get(key);
  }

  update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    return Promise.resolve();
  }
}

/** A client with threads of its own. */
export function clientWithThreads(memento = new FakeMemento()) {
  const leftOut = new LeftOut(memento, assert.ifError);
  const threads: FakeThread[] = [];
  const warnings: string[] = [];
  const clock = { now: 1_000_000 };
  const log: Log = { ...silentLog, warn: (_area, what) => warnings.push(what) };
  const client = new WorkerClient({
    spawn: ({ breadcrumb, leftOut: left }) => {
      const thread = new FakeThread(new Breadcrumb(breadcrumb), left);
      threads.push(thread);
      return thread;
    },
    leftOut,
    log,
    now: () => clock.now,
  });
  return { client, threads, warnings, clock, leftOut };
}
