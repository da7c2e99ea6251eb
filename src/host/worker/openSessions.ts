import type { Requests } from '#protocol/contract.ts';
import type { IndexState, WorkerContract } from '#protocol/worker.ts';
import { Emitter, type Disposable, type Event } from '#base/emitter.ts';
import type { Log } from '../vscode/log.ts';

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
  /** Undefined where the worker does not have it: before, and since that ended. */
  opened: Promise<IndexState> | undefined;
  readonly closing: AbortController;
}

/**
 * Counts who uses an open session, so that a panel and a document over the same log share one index
 * and the last to go frees it. In a worker that had to be started again a session is opened when it is
 * asked for the next time, not before.
 */
export class OpenSessions implements Disposable {
  readonly #worker: Requests<WorkerContract, 'session/open'>;
  readonly #log: Log;
  readonly #entries = new Map<string, Entry>();
  readonly #indexed: Emitter<{ readonly path: string; readonly state: IndexState }>;

  /** @param worker `WorkerClient` fits. */
  constructor(worker: Requests<WorkerContract, 'session/open'>, log: Log) {
    this.#worker = worker;
    this.#log = log;
    this.#indexed = new Emitter((fault) => {
      log.error('replay', 'listener failed', fault);
    });
  }

  /** A session's index got further since it was opened, or another log took its place. */
  get onDidIndex(): Event<{ readonly path: string; readonly state: IndexState }> {
    return this.#indexed.event;
  }

  acquire(path: string): SessionLease {
    const entry = this.#entries.get(path) ?? {
      users: 0,
      opened: undefined,
      closing: new AbortController(),
    };
    entry.users += 1;
    this.#entries.set(path, entry);
    const opened = () => (entry.opened ??= this.#open(path, entry));
    void opened();
    let released = false;
    return {
      get opened() {
        return opened();
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
    this.#indexed.dispose();
    this.#entries.clear();
  }

  #open(path: string, entry: Entry): Promise<IndexState> {
    const { signal } = entry.closing;
    let isOpen = false;
    const opened = new Promise<IndexState>((resolve, reject) => {
      const take = (state: IndexState) => {
        if (isOpen) {
          this.#indexed.fire({ path, state });
        } else {
          isOpen = true;
          resolve(state);
        }
      };
      this.#worker
        .request('session/open', { path }, signal, take)
        .finally(() => {
          entry.opened = undefined;
        })
        .catch(reject);
    });
    // Users of the lease see the failure; this only keeps an unused lease from being unhandled.
    opened.catch((error: unknown) => {
      this.#log.warn('replay', 'session could not be opened', { path, reason: String(error) });
    });
    return opened;
  }

  #release(path: string, entry: Entry): void {
    entry.users -= 1;
    if (entry.users === 0) {
      this.#entries.delete(path);
      entry.closing.abort();
    }
  }
}
