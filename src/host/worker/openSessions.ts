import type { Requests } from '#protocol/contract.ts';
import type { IndexState, WorkerContract } from '#protocol/worker.ts';
import type { Disposable, Event } from '#base/emitter.ts';
import type { Log } from '../vscode/log.ts';

/** `WorkerClient` fits. */
interface SessionOpener extends Requests<WorkerContract, 'session/open' | 'session/close'> {
  readonly onDidEnd: Event<undefined>;
}

/** A session is kept open in the worker until this is disposed, or the worker ends. */
export interface SessionLease extends Disposable {
  /**
   * Settles when the session is open, and opens it in a worker that does not have it; rejects with the
   * worker's sentence.
   */
  readonly opened: Promise<IndexState>;
}

interface Entry {
  users: number;
  /** Undefined since the worker that had it ended. */
  opened: Promise<IndexState> | undefined;
}

/**
 * Counts who uses an open session, so that a panel and a document over the same log share one index
 * and the last to go frees it. In a worker that had to be started again a session is opened when it is
 * asked for the next time, not before.
 */
export class OpenSessions implements Disposable {
  readonly #worker: SessionOpener;
  readonly #log: Log;
  readonly #entries = new Map<string, Entry>();
  readonly #ends: Disposable;

  constructor(worker: SessionOpener, log: Log) {
    this.#worker = worker;
    this.#log = log;
    this.#ends = worker.onDidEnd(() => {
      for (const entry of this.#entries.values()) {
        entry.opened = undefined;
      }
    });
  }

  acquire(path: string): SessionLease {
    const entry = this.#entries.get(path) ?? { users: 0, opened: undefined };
    entry.users += 1;
    this.#entries.set(path, entry);
    entry.opened ??= this.#open(path);
    const reopened = () => (entry.opened ??= this.#open(path));
    let released = false;
    return {
      get opened() {
        return reopened();
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
    this.#ends.dispose();
    this.#entries.clear();
  }

  #open(path: string): Promise<IndexState> {
    const opened = this.#worker.request('session/open', { path });
    // Users of the lease see the failure; this only keeps an unused lease from being unhandled.
    opened.catch((error: unknown) => {
      this.#log.warn('replay', 'session could not be opened', { path, reason: String(error) });
    });
    return opened;
  }

  #release(path: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users > 0 || this.#entries.get(path) !== entry) {
      return;
    }
    this.#entries.delete(path);
    // A worker that does not have it must not be started to close it.
    if (entry.opened !== undefined) {
      this.#worker.request('session/close', { path }).catch((error: unknown) => {
        this.#log.debug('replay', 'session could not be closed', { path, reason: String(error) });
      });
    }
  }
}
