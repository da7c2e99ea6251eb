import type { SessionSummary } from '#core/session.ts';
import type { FolderListing, WorkerContract } from '#protocol/worker.ts';
import { Emitter, type Disposable, type Event } from './emitter.ts';
import type { Log } from './log.ts';

/** The one request that the catalog makes; `WorkerClient` fits. */
interface SessionLister {
  request(
    name: 'sessions/list',
    params: WorkerContract['requests']['sessions/list']['params'],
    signal: AbortSignal,
  ): Promise<readonly FolderListing[]>;
}

export type CatalogState = 'scanning' | 'ready' | 'failed';

/**
 * The sessions of the workspace's folders as last scanned. Everybody who shows or picks sessions
 * reads this one list. It scans when told to and does nothing in between.
 */
export class SessionCatalog implements Disposable {
  readonly #worker: SessionLister;
  readonly #folders: () => readonly string[];
  readonly #log: Log;
  readonly #changed: Emitter<undefined>;
  readonly #reported = new Set<string>();
  #listings: readonly FolderListing[] = [];
  #state: CatalogState = 'scanning';
  #failure: string | undefined;
  #running: Promise<void> | undefined;
  /** Of the scan that runs. */
  #abort = new AbortController();
  #disposed = false;
  #queued: Promise<void> | undefined;

  /** @param folders native absolute paths of the workspace's folders, asked for at every scan. */
  constructor(options: { worker: SessionLister; folders: () => readonly string[]; log: Log }) {
    this.#worker = options.worker;
    this.#folders = options.folders;
    this.#log = options.log;
    this.#changed = new Emitter((fault) => {
      this.#log.error('catalog', 'listener failed', fault);
    });
  }

  /** A scan ended, well or not. */
  get onDidChange(): Event<undefined> {
    return this.#changed.event;
  }

  /** One for each workspace folder, in the workspace's order; the last good scan's. */
  get listings(): readonly FolderListing[] {
    return this.#listings;
  }

  /** `scanning` until the first scan ends; later scans keep the state of the one before. */
  get state(): CatalogState {
    return this.#state;
  }

  /** The sentence of the last scan, if that failed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Every session once, newest first. */
  all(): readonly SessionSummary[] {
    const byPath = new Map<string, SessionSummary>();
    for (const { sessions } of this.#listings) {
      for (const session of sessions) {
        byPath.set(session.path, session);
      }
    }
    return [...byPath.values()].sort((a, b) => b.updatedAt - a.updatedAt);
  }

  find(path: string): SessionSummary | undefined {
    for (const { sessions } of this.#listings) {
      const found = sessions.find((session) => session.path === path);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /** The newest session of a workspace folder, or of all of them. */
  latest(folder?: string): SessionSummary | undefined {
    if (folder === undefined) {
      return this.all()[0];
    }
    return this.#listings.find((listing) => listing.folder === folder)?.sessions[0];
  }

  /**
   * Scans again. Calls while a scan runs share one scan after it, so that the answer never misses
   * what was on disk when it was asked for. Never rejects: see `state` and `failure`.
   */
  refresh(): Promise<void> {
    if (this.#queued !== undefined) {
      return this.#queued;
    }
    if (this.#running === undefined) {
      this.#running = this.#scan();
      return this.#running;
    }
    this.#queued = this.#running.then(() => {
      this.#queued = undefined;
      this.#running = this.#scan();
      return this.#running;
    });
    return this.#queued;
  }

  /**
   * As `refresh`, when other sessions are wanted than before: a scan that runs is given up and begun
   * again, for all who wait for it.
   */
  restart(): Promise<void> {
    if (this.#running === undefined) {
      return this.refresh();
    }
    this.#abort.abort();
    return this.#running;
  }

  /** The list is there: waits for the first scan, starting it if nobody has. */
  async ready(): Promise<void> {
    if (this.#state === 'scanning') {
      await (this.#running ?? this.refresh());
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#abort.abort();
    this.#changed.dispose();
  }

  async #scan(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    try {
      const folders = this.#folders();
      this.#listings =
        folders.length === 0
          ? []
          : await this.#worker.request('sessions/list', { folders }, signal);
      this.#state = 'ready';
      this.#failure = undefined;
      this.#logFailures();
      this.#log.debug('catalog', 'scanned', {
        folders: folders.length,
        sessions: this.#listings.reduce((sum, listing) => sum + listing.sessions.length, 0),
      });
    } catch (error) {
      if (signal.aborted) {
        return this.#disposed ? undefined : this.#scan();
      }
      this.#state = 'failed';
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#log.error('catalog', 'scan failed', error);
    }
    this.#changed.fire(undefined);
    this.#running = undefined;
  }

  /** Each once, not at every scan. */
  #logFailures(): void {
    for (const { path, message } of this.#listings.flatMap(({ failures }) => failures)) {
      if (!this.#reported.has(path)) {
        this.#reported.add(path);
        this.#log.warn('catalog', 'log could not be read', { path, reason: message });
      }
    }
  }
}
