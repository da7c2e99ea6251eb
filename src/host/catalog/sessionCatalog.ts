import type { AgentId, SessionSummary } from '#core/session.ts';
import type { FolderListing, ScanCount } from '#protocol/worker.ts';
import { Emitter, type Disposable, type Event } from '#base/emitter.ts';
import type { ForkLinks } from './forkLinks.ts';
import { listedSessions, noSessions, type ListedSessions } from './listedSessions.ts';
import type { Log } from '../vscode/log.ts';
import { ScanQueue, type ScanEnd } from './scanQueue.ts';
import type { ScanSoFar, SessionLister } from './sessionLister.ts';

export type CatalogState = 'scanning' | 'ready' | 'failed' | 'stopped';

/** What the last scan that was not given up came to. */
type Result =
  | { readonly kind: 'none' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly sentence: string };

type State =
  | Result
  | {
      readonly kind: 'scanning';
      readonly last: Result;
      /** Only of a first scan that takes long. */
      readonly count: ScanCount | undefined;
    }
  /** The user gave the scan up: the list is that of the one before, or a part of it. */
  | { readonly kind: 'stopped'; readonly last: Result };

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
  readonly #progressed: Emitter<{ readonly isListNew: boolean }>;
  readonly #reported = new Set<string>();
  readonly #scans = new ScanQueue(
    (signal) => this.#scan(signal),
    () => {
      this.#changed.fire(undefined);
    },
  );
  #listed: ListedSessions = noSessions;
  #state: State = { kind: 'none' };
  #followers = 0;
  /** The disk may say something else than the list. */
  #isStale = true;

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
    this.#progressed = new Emitter(onFault);
  }

  /** A scan ended, well or not. */
  get onDidChange(): Event<undefined> {
    return this.#changed.event;
  }

  /** A scan begins. */
  get onDidStart(): Event<undefined> {
    return this.#started.event;
  }

  /** The first scan found something, or takes long: see `count`; `isListNew` where the list holds more. */
  get onDidProgress(): Event<{ readonly isListNew: boolean }> {
    return this.#progressed.event;
  }

  /** How far the first scan is, once it has taken a while. */
  get count(): ScanCount | undefined {
    return this.#state.kind === 'scanning' ? this.#state.count : undefined;
  }

  /**
   * One for each workspace folder, in the workspace's order; the last good scan's. Before there is one,
   * what the first has found so far.
   */
  get listings(): readonly FolderListing[] {
    return this.#listed.listings;
  }

  /**
   * `scanning` until the first scan ends, `stopped` where the user gave that up; later scans keep the
   * state of the one before.
   */
  get state(): CatalogState {
    const { kind } = this.#last;
    return kind === 'none' ? (this.wasStopped ? 'stopped' : 'scanning') : kind;
  }

  /** A scan runs now. */
  get isScanning(): boolean {
    return this.#scans.isRunning;
  }

  /** The last scan was stopped by the user: the list is that of the one before, or a part of it. */
  get wasStopped(): boolean {
    return this.#state.kind === 'stopped';
  }

  /** The sentence of the last scan, if that failed. */
  get failure(): string | undefined {
    return this.#last.kind === 'failed' ? this.#last.sentence : undefined;
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
  refresh(): Promise<ScanEnd> {
    return this.#scans.add();
  }

  /** The disk may say something else now. Followers get to see it at once, others when they ask. */
  outdate(): void {
    this.#isStale = true;
    this.#keepUp();
  }

  /**
   * As `outdate`, when other sessions are wanted than before: a scan that runs is given up and begun
   * again, for all who wait for it.
   */
  restart(): void {
    if (this.#scans.isRunning) {
      this.#scans.restart();
    } else {
      this.outdate();
    }
  }

  /**
   * Gives up the scan that runs, and the one that was to come after it; the list stays as it is, until
   * it is asked for again.
   */
  stop(): void {
    if (this.#scans.isRunning) {
      this.#state = { kind: 'stopped', last: this.#last };
      this.#isStale = true;
      this.#scans.stop();
    }
  }

  /** Keeps the list up with the disk until it is disposed; scans now, if need be. */
  follow(): Disposable {
    this.#followers += 1;
    if (!this.#scans.isRunning) {
      this.#keepUp();
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
    await (this.#scans.end ?? (this.#isStale ? this.refresh() : undefined));
  }

  dispose(): void {
    this.stop();
    this.#changed.dispose();
    this.#started.dispose();
    this.#progressed.dispose();
  }

  get #last(): Result {
    return 'last' in this.#state ? this.#state.last : this.#state;
  }

  #keepUp(): void {
    // Who gave up a scan does not want it begun again by the next line that an agent writes.
    if (this.#isStale && this.#followers > 0 && !this.wasStopped) {
      void this.refresh();
    }
  }

  async #scan(signal: AbortSignal): Promise<ScanEnd> {
    this.#isStale = false;
    this.#state = { kind: 'scanning', last: this.#last, count: undefined };
    this.#started.fire(undefined);
    try {
      const folders = this.#folders();
      const listings =
        folders.length === 0
          ? []
          : await this.#lister.list(folders, signal, (soFar) => this.#progress(soFar, signal));
      this.#listed = await listedSessions(listings, signal);
      this.#state = { kind: 'ready' };
      this.#logFailures();
      const sessions = this.#listed.all.length;
      this.#log.debug('catalog', 'scanned', { folders: folders.length, sessions });
      return 'listed';
    } catch (error) {
      signal.throwIfAborted();
      const sentence = error instanceof Error ? error.message : String(error);
      this.#state = { kind: 'failed', sentence };
      this.#log.error('catalog', 'scan failed', error);
      return 'failed';
    }
  }

  async #progress({ count, folders }: ScanSoFar, signal: AbortSignal): Promise<void> {
    const listed = await listedSessions(folders, signal);
    signal.throwIfAborted();
    // One that was begun again comes by what the one before had found already.
    const isListNew = listed.all.length > this.#listed.all.length;
    if (isListNew) {
      this.#listed = listed;
    }
    this.#state = { kind: 'scanning', last: this.#last, count };
    this.#progressed.fire({ isListNew });
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
