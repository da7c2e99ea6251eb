import type { Disposable } from '#base/emitter.ts';
import type { Opening, OpeningRows } from '#protocol/pages/page.ts';
import type { IndexState } from '#protocol/worker.ts';
import type { SessionLease } from '../worker/openSessions.ts';
import type { ReplayServices } from './replayServices.ts';

/** A replay's session in the worker: opened on demand, and again after the worker has ended. */
export class ReplaySession implements Disposable {
  #lease: SessionLease | undefined;
  /** The lease's result when the session was last opened. */
  #opened: Promise<IndexState>;
  #latest: IndexState | undefined;
  /** The log may have more than `#latest`. */
  #isStale = false;

  constructor(
    private readonly services: Pick<ReplayServices, 'sessions' | 'worker'>,
    private readonly path: string,
  ) {
    this.#lease = services.sessions.acquire(path);
    this.#opened = this.#lease.opened;
  }

  /** The last state read. */
  get latest(): IndexState | undefined {
    return this.#latest;
  }

  outdate(): void {
    this.#isStale = true;
  }

  /** The index advanced. */
  update(state: IndexState): void {
    this.#latest = state;
  }

  /** The session as it is on disk now, with the chosen branch. */
  async read(): Promise<IndexState> {
    this.#latest = await this.#read();
    return this.#latest;
  }

  /**
   * The rows with which a page opens, from a session that was read.
   *
   * @returns undefined if they cannot be read, or the session changed meanwhile: the page asks again.
   */
  async opening(rows: OpeningRows & { readonly count: number }): Promise<Opening['rows']> {
    const before = this.#latest;
    const { count, ...asked } = rows;
    try {
      const around = await this.services.worker.request('rows/around', {
        path: this.path,
        count,
        ...asked,
      });
      return this.#latest === before ? { ...asked, ...around } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Shows another branch, named by its last line; undefined returns to the last entry's branch. */
  async showBranch(leaf: number | undefined): Promise<IndexState> {
    await this.read();
    this.#latest = await this.#branch(leaf);
    return this.#latest;
  }

  /** Frees the worker's part; the next `read` opens the session again. */
  dispose(): void {
    this.#lease?.dispose();
    this.#lease = undefined;
  }

  async #read(): Promise<IndexState> {
    const { sessions, worker } = this.services;
    this.#lease ??= sessions.acquire(this.path);
    const { opened } = this.#lease;
    const isStale = this.#isStale;
    this.#isStale = false;
    const isNew = opened !== this.#opened;
    const branch = isNew ? this.#latest?.branch : undefined;
    if (isNew) {
      this.#opened = opened;
      this.#latest = undefined;
    }
    const state = await opened;
    if (branch !== undefined && !branch.isLast) {
      return this.#branch(branch.leaf);
    }
    return isStale && !isNew
      ? worker.request('session/refresh', { path: this.path })
      : // The index may have advanced meanwhile.
        (this.latest ?? state);
  }

  #branch(leaf: number | undefined): Promise<IndexState> {
    return this.services.worker.request('session/branch', { path: this.path, leaf });
  }
}
