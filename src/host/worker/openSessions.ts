import type { Requests } from '#protocol/channel/contract.ts';
import type { IndexState } from '#protocol/worker.ts';
import type { WorkerContract } from '#store/requests/requests.ts';
import { Emitter, type Disposable } from '#base/emitter.ts';
import type { Log } from '../vscode/log.ts';

/** Holds a session open in the worker until disposed or the worker ends. */
export interface SessionLease extends Disposable {
  /**
   * Settles when the session is open, opening it if the worker does not have it; rejects with the
   * worker's sentence.
   */
  readonly opened: Promise<IndexState>;
}

interface Entry {
  users: number;
  /** Undefined while the worker does not have it: before opening, and after the worker ended. */
  opened: Promise<IndexState> | undefined;
  readonly closing: AbortController;
}

/**
 * Counts the users of an open session, so that a panel and a document over the same log share one
 * index and the last user frees it. After a worker restart, a session is opened again on the next
 * request, not before.
 */
export class OpenSessions implements Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #indexed = new Emitter<{ readonly path: string; readonly state: IndexState }>((fault) =>
    this.log.error('replay', 'listener failed', fault),
  );
  /** The index of an open session advanced, or another log took its place. */
  readonly onDidIndex = this.#indexed.event;

  /** @param worker such as a `WorkerClient`. */
  constructor(
    private readonly worker: Requests<WorkerContract, 'session/open'>,
    private readonly log: Log,
  ) {}

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
          entry.users -= 1;
          if (entry.users === 0) {
            this.#entries.delete(path);
            entry.closing.abort();
          }
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
      this.worker
        .request('session/open', { path }, signal, take)
        .finally(() => {
          entry.opened = undefined;
        })
        .catch(reject);
    });
    // Users of the lease see the failure; this only prevents an unhandled rejection of an unused
    // lease.
    opened.catch((error: unknown) => {
      this.log.warn('replay', 'session could not be opened', { path, reason: String(error) });
    });
    return opened;
  }
}
