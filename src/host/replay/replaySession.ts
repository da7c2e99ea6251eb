import type { Disposable } from '#base/emitter.ts';
import type { IndexState } from '#protocol/worker.ts';
import type { SessionLease } from '../worker/openSessions.ts';
import type { ReplayServices } from './replayServices.ts';

/** The session of a replay as the worker has it: opened when it is wanted, and again after the worker ended. */
export class ReplaySession implements Disposable {
  readonly #services: Pick<ReplayServices, 'sessions' | 'worker'>;
  readonly #path: string;
  #lease: SessionLease | undefined;
  /** What the lease gave when the session was opened last. */
  #opened: Promise<IndexState>;
  #latest: IndexState | undefined;
  /** The log may have more than `#latest`. */
  #isStale = false;

  constructor(services: Pick<ReplayServices, 'sessions' | 'worker'>, path: string) {
    this.#services = services;
    this.#path = path;
    this.#lease = services.sessions.acquire(path);
    this.#opened = this.#lease.opened;
  }

  /** The state that was read last. */
  get latest(): IndexState | undefined {
    return this.#latest;
  }

  outdate(): void {
    this.#isStale = true;
  }

  /** The index got further. */
  update(state: IndexState): void {
    this.#latest = state;
  }

  /** The session as it is on disk now, with the branch that was chosen. */
  async read(): Promise<IndexState> {
    this.#latest = await this.#read();
    return this.#latest;
  }

  /** Shows another branch, named by its last line; undefined goes back to the last entry's. */
  async showBranch(leaf: number | undefined): Promise<IndexState> {
    await this.read();
    this.#latest = await this.#branch(leaf);
    return this.#latest;
  }

  /** Frees what the worker has of it; the next `read` opens it again. */
  dispose(): void {
    this.#lease?.dispose();
    this.#lease = undefined;
  }

  async #read(): Promise<IndexState> {
    const { sessions, worker } = this.#services;
    this.#lease ??= sessions.acquire(this.#path);
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
      ? worker.request('session/refresh', { path: this.#path })
      : // The index may have got further meanwhile.
        (this.latest ?? state);
  }

  #branch(leaf: number | undefined): Promise<IndexState> {
    return this.#services.worker.request('session/branch', { path: this.#path, leaf });
  }
}
