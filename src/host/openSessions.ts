import type { IndexState, WorkerContract } from '#protocol/worker.ts';
import type { Disposable, Event } from './emitter.ts';
import type { Log } from './log.ts';

/** The requests that this makes; `WorkerClient` fits. */
interface SessionOpener {
  request(
    name: 'session/open',
    params: WorkerContract['requests']['session/open']['params'],
  ): Promise<IndexState>;
  request(
    name: 'session/close',
    params: WorkerContract['requests']['session/close']['params'],
  ): Promise<undefined>;
  readonly onDidRestart: Event<undefined>;
}

/** A session is kept open in the worker until this is disposed. */
export interface SessionLease extends Disposable {
  /** Settles when the session is open; rejects with the worker's sentence. */
  readonly opened: Promise<IndexState>;
}

/**
 * Counts who uses an open session, so that a panel and a document over the same log share one index
 * and the last to go frees it. Opens them again when the worker had to be restarted.
 */
export class OpenSessions implements Disposable {
  readonly #worker: SessionOpener;
  readonly #log: Log;
  readonly #users = new Map<string, { count: number; opened: Promise<IndexState> }>();
  readonly #restarts: Disposable;

  constructor(worker: SessionOpener, log: Log) {
    this.#worker = worker;
    this.#log = log;
    this.#restarts = worker.onDidRestart(() => {
      for (const [path, entry] of this.#users) {
        entry.opened = this.#open(path);
      }
    });
  }

  acquire(path: string): SessionLease {
    const entry = this.#users.get(path) ?? { count: 0, opened: this.#open(path) };
    entry.count += 1;
    this.#users.set(path, entry);
    let released = false;
    return {
      get opened() {
        return entry.opened;
      },
      dispose: () => {
        if (!released) {
          released = true;
          this.#release(path, entry);
        }
      },
    };
  }

  dispose(): void {
    this.#restarts.dispose();
    this.#users.clear();
  }

  #open(path: string): Promise<IndexState> {
    const opened = this.#worker.request('session/open', { path });
    // Users of the lease see the failure; this only keeps an unused lease from being unhandled.
    opened.catch((error: unknown) => {
      this.#log.warn('replay', 'session could not be opened', { path, reason: String(error) });
    });
    return opened;
  }

  #release(path: string, entry: { count: number }): void {
    entry.count -= 1;
    if (entry.count === 0 && this.#users.get(path) === entry) {
      this.#users.delete(path);
      this.#worker.request('session/close', { path }).catch((error: unknown) => {
        this.#log.debug('replay', 'session could not be closed', { path, reason: String(error) });
      });
    }
  }
}
