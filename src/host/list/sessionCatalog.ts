import type { AgentId, SessionSummary } from '#core/events/session.ts';
import type { FolderListing, ListedFolders, ScanCount } from '#protocol/listing.ts';
import { Emitter, type Disposable } from '#base/emitter.ts';
import { ListedSessions, markedListings } from './listedSessions.ts';
import type { Marks } from './marks.ts';
import type { Log } from '../vscode/log.ts';
import { pathStyle } from '../vscode/pathStyle.ts';
import { ScanQueue, type ScanEnd } from './scanQueue.ts';
import type { SessionLister } from './sessionLister.ts';

/**
 * A list that is followed rests after each scan, in multiples of what that took, so that a log which grows all the
 * time costs a small part of a processor. `seen` while it is on screen.
 */
const rests = { seen: 40, hidden: 100 } as const;
type Following = keyof typeof rests;
/** ms; also after a scan that took long. */
const longestRest = { seen: 5_000, hidden: 15_000 } as const satisfies Record<Following, number>;

type CatalogState = 'scanning' | 'ready' | 'failed' | 'stopped';

/** The result of the last scan that was not abandoned. */
type Result =
  | { readonly kind: 'none' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly sentence: string };

type State =
  | Result
  | {
      readonly kind: 'scanning';
      readonly last: Result;
      /** Only for a first scan that takes long. */
      readonly count: ScanCount | undefined;
    }
  /** Stopped by the user: the list is the previous scan's, or part of it. */
  | { readonly kind: 'stopped'; readonly last: Result };

/**
 * Sessions as last scanned: those of the workspace folders, the one list that everything picks from,
 * or those of all folders. Nothing is scanned until the list is needed. Changes on disk trigger
 * a scan only while somebody follows it.
 */
export class SessionCatalog implements Disposable {
  readonly #marked: Disposable;
  readonly #onFault = (fault: unknown) => this.given.log.error('catalog', 'listener failed', fault);
  readonly #changed = new Emitter<undefined>(this.#onFault);
  readonly #started = new Emitter<undefined>(this.#onFault);
  readonly #progressed = new Emitter<{ readonly isListNew: boolean }>(this.#onFault);
  /** A scan ended, successfully or not, or the marks of its sessions changed. */
  readonly onDidChange = this.#changed.event;
  readonly onDidStart = this.#started.event;
  /**
   * The first scan found something or takes long (see `count`). `isListNew` says whether the list
   * grew.
   */
  readonly onDidProgress = this.#progressed.event;
  readonly #reported = new Set<string>();
  readonly #scans = new ScanQueue(
    (signal) => this.#scan(signal),
    () => this.#changed.fire(undefined),
  );
  /** As found, without marks. */
  #scanned: readonly FolderListing[] = [];
  #listed = new ListedSessions([], pathStyle);
  #state: State = { kind: 'none' };
  readonly #followers = new Set<{ readonly as: Following }>();
  /** Until the disk is looked at again for those who follow. */
  #rest: NodeJS.Timeout | undefined;
  /** How long the last scan took, but for the first, and when it ended; ms. */
  #scanMs = 0;
  #scannedAt = 0;
  /** The disk may differ from the list. */
  #isStale = true;

  /** @param given.folders whose sessions are listed, read at every scan. */
  constructor(
    private readonly given: {
      readonly lister: Pick<SessionLister, 'list'>;
      readonly folders: () => ListedFolders;
      readonly log: Log;
      readonly marks: Pick<Marks, 'ready' | 'version' | 'overlay' | 'onDidChange'>;
    },
    /** ms. */
    private readonly now = Date.now,
  ) {
    this.#marked = given.marks.onDidChange(() => void this.#remark());
  }

  /** Progress of a long first scan. */
  get count(): ScanCount | undefined {
    return this.#state.kind === 'scanning' ? this.#state.count : undefined;
  }

  /**
   * One per workspace folder, in workspace order, from the last successful scan; during the first
   * scan, what it has found so far.
   */
  get listings(): readonly FolderListing[] {
    return this.#listed.listings;
  }

  /**
   * `scanning` until the first scan ends; `stopped` if the user stopped that one. Later scans keep
   * the previous state.
   */
  get state(): CatalogState {
    const { kind } = this.#last;
    return kind === 'none' ? (this.wasStopped ? 'stopped' : 'scanning') : kind;
  }

  get isScanning(): boolean {
    return this.#scans.isRunning;
  }

  /** Something changed, and is looked at in a moment. */
  get isResting(): boolean {
    return this.#rest !== undefined;
  }

  /** The user stopped the last scan: the list is the previous scan's, or part of it. */
  get wasStopped(): boolean {
    return this.#state.kind === 'stopped';
  }

  /** Why the last scan failed, as a sentence. */
  get failure(): string | undefined {
    return this.#last.kind === 'failed' ? this.#last.sentence : undefined;
  }

  /** Every session once, newest first. */
  all(): readonly SessionSummary[] {
    return this.#listed.all;
  }

  /** Fork links between them. */
  get links(): ListedSessions {
    return this.#listed;
  }

  /** Agents with sessions here. */
  get agents(): ReadonlySet<AgentId> {
    return this.#listed.agents;
  }

  find(path: string): SessionSummary | undefined {
    return this.#listed.at(path);
  }

  /**
   * Scans again. Calls during a scan share one scan after it, so the result never misses what was
   * on disk at the time of the call. Never rejects: see `state` and `failure`.
   */
  refresh(): Promise<ScanEnd> {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    return this.#scans.add();
  }

  /** Marks the list stale. Followers get a scan at once, others with their next request. */
  outdate(): void {
    this.#isStale = true;
    this.#keepUp();
  }

  /**
   * Like `outdate`, for when the wanted sessions themselves change: restarts a running scan for
   * everyone waiting for it.
   */
  restart(): void {
    if (this.#scans.isRunning) {
      this.#scans.restart();
    } else {
      this.#isStale = true;
      this.#keepUp(true);
    }
  }

  /** Abandons the running and the queued scan. The list stays as it is until next requested. */
  stop(): void {
    if (this.#scans.isRunning) {
      this.#state = { kind: 'stopped', last: this.#last };
      this.#isStale = true;
      this.#scans.stop();
    }
  }

  /** Abandons a scan that is no longer awaited, unless the list is followed. */
  rest(): void {
    if (this.#followers.size === 0) {
      this.stop();
    }
  }

  /** Keeps the list in sync with the disk until disposed; scans now if it is stale. */
  follow(as: Following = 'seen'): Disposable {
    const follower = { as };
    this.#followers.add(follower);
    if (!this.#scans.isRunning) {
      this.#keepUp(as === 'seen');
    }
    return { dispose: () => this.#followers.delete(follower) };
  }

  /** Resolves when the list matches the disk, as far as changes were reported. */
  async ready(): Promise<void> {
    await (this.#scans.end ?? (this.#isStale ? this.refresh() : undefined));
  }

  dispose(): void {
    this.stop();
    clearTimeout(this.#rest);
    this.#followers.clear();
    this.#marked.dispose();
    this.#changed.dispose();
    this.#started.dispose();
    this.#progressed.dispose();
  }

  get #last(): Result {
    return 'last' in this.#state ? this.#state.last : this.#state;
  }

  #keepUp(isAtOnce = false): void {
    // A user who stopped a scan does not want it restarted by the next line that an agent writes.
    if (!this.#isStale || this.#followers.size === 0 || this.wasStopped) {
      return;
    }
    const as = [...this.#followers].some((each) => each.as === 'seen') ? 'seen' : 'hidden';
    const rest = Math.min(longestRest[as], this.#scanMs * rests[as]);
    const left = isAtOnce ? 0 : this.#scannedAt + rest - this.now();
    if (left <= 0) {
      void this.refresh();
    } else {
      this.#rest ??= setTimeout(() => {
        this.#rest = undefined;
        this.#keepUp(true);
      }, left);
    }
  }

  async #scan(signal: AbortSignal): Promise<ScanEnd> {
    this.#isStale = false;
    this.#state = { kind: 'scanning', last: this.#last, count: undefined };
    this.#started.fire(undefined);
    const startedAt = this.now();
    const isFirst = this.#last.kind !== 'ready';
    try {
      const folders = this.given.folders();
      const listings =
        folders.length === 0
          ? []
          : await this.given.lister.list(folders, signal, (found, count) =>
              this.#progress(found, count, signal),
            );
      this.#listed = await this.#withMarks(listings, signal);
      this.#scanned = listings;
      this.#scannedAt = this.now();
      this.#scanMs = isFirst ? 0 : this.#scannedAt - startedAt;
      this.#state = { kind: 'ready' };
      this.#logFailures();
      const sessions = this.#listed.all.length;
      this.given.log.debug('catalog', 'scanned', { sessions });
      return 'listed';
    } catch (error) {
      signal.throwIfAborted();
      const sentence = error instanceof Error ? error.message : String(error);
      this.#state = { kind: 'failed', sentence };
      this.given.log.error('catalog', 'scan failed', error);
      return 'failed';
    }
  }

  async #progress(
    found: readonly FolderListing[],
    count: ScanCount | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const listed = await this.#withMarks(found, signal);
    signal.throwIfAborted();
    // A restarted scan first passes what the one before it had already found.
    const isListNew = listed.all.length > this.#listed.all.length;
    if (isListNew) {
      this.#scanned = found;
      this.#listed = listed;
    }
    this.#state = { kind: 'scanning', last: this.#last, count };
    this.#progressed.fire({ isListNew });
  }

  async #withMarks(
    scanned: readonly FolderListing[],
    signal?: AbortSignal,
  ): Promise<ListedSessions> {
    const { marks } = this.given;
    await marks.ready();
    for (;;) {
      const { version, overlay } = marks;
      const listed = await markedListings(scanned, overlay, signal);
      if (version === marks.version) {
        return listed;
      }
    }
  }

  /** The same sessions as others see them now. */
  async #remark(): Promise<void> {
    const scanned = this.#scanned;
    const listed = await this.#withMarks(scanned);
    if (scanned === this.#scanned && scanned.length > 0) {
      this.#listed = listed;
      this.#changed.fire(undefined);
    }
  }

  /** Each failure once rather than with every scan. */
  #logFailures(): void {
    for (const { path, message } of this.listings.flatMap(({ failures }) => failures)) {
      if (!this.#reported.has(path)) {
        this.#reported.add(path);
        this.given.log.warn('catalog', 'log could not be read', { path, reason: message });
      }
    }
  }
}
