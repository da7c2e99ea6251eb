import type { AgentId, SessionSummary } from '#core/session.ts';
import type { FolderListing } from '#protocol/worker.ts';
import { Emitter, type Disposable, type Event } from './emitter.ts';
import type { ForkLinks } from './forkLinks.ts';
import { listedSessions, noSessions, type ListedSessions } from './listedSessions.ts';
import type { Log } from './log.ts';
import type { SessionLister } from './sessionLister.ts';

export type CatalogState = 'scanning' | 'ready' | 'failed' | 'stopped';

/**
 * The sessions of the workspace's folders as last scanned. Everybody who shows or picks sessions
 * reads this one list. Nothing is scanned before somebody wants the list, and what changes on disk is
 * scanned at once only while somebody follows it.
 */
export class SessionCatalog implements Disposable {
  readonly #lister: Pick<SessionLister, 'list'>;
  readonly #folders: () => readonly string[];
  readonly #log: Log;
  readonly #changed: Emitter<undefined>;
  readonly #started: Emitter<undefined>;
  readonly #reported = new Set<string>();
  #listed: ListedSessions = noSessions;
  #state: CatalogState = 'scanning';
  #failure: string | undefined;
  #running: Promise<void> | undefined;
  /** Of the scan that runs. */
  #abort = new AbortController();
  #followers = 0;
  /** The disk may say something else than the list. */
  #stale = true;
  #stopped = false;
  #disposed = false;
  #queued: Promise<void> | undefined;

  /** @param folders native absolute paths of the workspace's folders, asked for at every scan. */
  constructor(options: {
    lister: Pick<SessionLister, 'list'>;
    folders: () => readonly string[];
    log: Log;
  }) {
    this.#lister = options.lister;
    this.#folders = options.folders;
    this.#log = options.log;
    const onFault = (fault: unknown) => {
      this.#log.error('catalog', 'listener failed', fault);
    };
    this.#changed = new Emitter(onFault);
    this.#started = new Emitter(onFault);
  }

  /** A scan ended, well or not. */
  get onDidChange(): Event<undefined> {
    return this.#changed.event;
  }

  /** A scan begins. */
  get onDidStart(): Event<undefined> {
    return this.#started.event;
  }

  /** One for each workspace folder, in the workspace's order; the last good scan's. */
  get listings(): readonly FolderListing[] {
    return this.#listed.listings;
  }

  /**
   * `scanning` until the first scan ends, `stopped` where the user gave that up; later scans keep the
   * state of the one before.
   */
  get state(): CatalogState {
    return this.#state;
  }

  /** A scan runs now. */
  get isScanning(): boolean {
    return this.#running !== undefined;
  }

  /** The last scan was stopped by the user: the list is that of the one before. */
  get wasStopped(): boolean {
    return this.#stopped;
  }

  /** The sentence of the last scan, if that failed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Every session once, newest first. */
  all(): readonly SessionSummary[] {
    return this.#listed.all;
  }

  /** Which of them were forked from which. */
  get links(): ForkLinks {
    return this.#listed.links;
  }

  /** Agents that have sessions here. */
  get agents(): ReadonlySet<AgentId> {
    return this.#listed.agents;
  }

  find(path: string): SessionSummary | undefined {
    return this.#listed.byPath.get(path);
  }

  /** The newest session of a workspace folder, or of all of them. */
  latest(folder?: string): SessionSummary | undefined {
    if (folder === undefined) {
      return this.all()[0];
    }
    return this.listings.find((listing) => listing.folder === folder)?.sessions[0];
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

  /** The disk may say something else now. Followers get to see it at once, others when they ask. */
  outdate(): void {
    this.#stale = true;
    // Who gave up a scan does not want it begun again by the next line that an agent writes.
    if (this.#followers > 0 && !this.#stopped) {
      void this.refresh();
    }
  }

  /**
   * As `outdate`, when other sessions are wanted than before: a scan that runs is given up and begun
   * again, for all who wait for it.
   */
  restart(): void {
    if (this.#running === undefined) {
      this.outdate();
    } else {
      this.#abort.abort();
    }
  }

  /** Gives up the scan that runs; the list stays as it was, until it is asked for again. */
  stop(): void {
    if (this.#running !== undefined) {
      this.#stopped = true;
      this.#abort.abort();
    }
  }

  /** Keeps the list up with the disk until it is disposed; scans now, if need be. */
  follow(): Disposable {
    this.#followers += 1;
    if (this.#stale && !this.#stopped && this.#running === undefined) {
      void this.refresh();
    }
    let isFollowed = true;
    return {
      dispose: () => {
        this.#followers -= isFollowed ? 1 : 0;
        isFollowed = false;
      },
    };
  }

  /** The list is there, and as the disk is as far as that was told. */
  async ready(): Promise<void> {
    if (this.#stale || this.#running !== undefined) {
      await (this.#queued ?? this.#running ?? this.refresh());
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#abort.abort();
    this.#changed.dispose();
    this.#started.dispose();
  }

  async #scan(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    this.#stale = false;
    this.#stopped = false;
    this.#started.fire(undefined);
    try {
      const folders = this.#folders();
      const listings = folders.length === 0 ? [] : await this.#lister.list(folders, signal);
      this.#listed = await listedSessions(listings, signal);
      this.#state = 'ready';
      this.#failure = undefined;
      this.#logFailures();
      this.#log.debug('catalog', 'scanned', {
        folders: folders.length,
        sessions: this.#listed.all.length,
      });
    } catch (error) {
      if (!signal.aborted) {
        this.#state = 'failed';
        this.#failure = error instanceof Error ? error.message : String(error);
        this.#log.error('catalog', 'scan failed', error);
      } else if (this.#disposed) {
        return;
      } else if (this.wasStopped) {
        this.#stale = true;
        this.#state = this.#state === 'scanning' ? 'stopped' : this.#state;
      } else {
        return this.#scan();
      }
    }
    this.#running = undefined;
    this.#changed.fire(undefined);
  }

  /** Each once, not at every scan. */
  #logFailures(): void {
    for (const { path, message } of this.listings.flatMap(({ failures }) => failures)) {
      if (!this.#reported.has(path)) {
        this.#reported.add(path);
        this.#log.warn('catalog', 'log could not be read', { path, reason: message });
      }
    }
  }
}
