import type { FolderListing, ScanCount } from '#protocol/worker.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import { FolderMatcher } from '../roots/folderMatcher.ts';
import { LastSeqs } from '../sources/log/lastSeqs.ts';
import { ListingBuilder } from './listingBuilder.ts';
import { Pacer } from '#base/pacer.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { RootScan, type KnownFolders, type ScanTools } from './rootScan.ts';
import { SessionOrder } from './sessionOrder.ts';
import type { StoreOptions } from '../sessionStore.ts';
import type { AgentRoots, StoreRoots } from '../roots/storeRoots.ts';
import type { SummaryCache } from './summaryCache.ts';

/** What a scan that runs has found. */
export interface ListedSoFar {
  readonly count: ScanCount;
  /** Puts it in order, which takes a while. */
  listings(): FolderListing[];
}

/**
 * Finds the sessions of folders, of all enabled agents. The folder name that an agent computes from a
 * path is the fast way in; other folders of a root are looked at through what their logs say, because
 * one folder has many spellings, and so is every log of a root that keeps them all in one place.
 * Where a log names its folder, that decides.
 */
export class SessionList {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #roots: StoreRoots;
  readonly #cache: SummaryCache;
  readonly #options: Pick<StoreOptions, 'readAhead' | 'now'>;
  readonly #seqs: LastSeqs;
  /** By agent and root. */
  #known = new Map<string, KnownFolders>();
  /** By open folder. */
  readonly #orders = new Map<string, SessionOrder>();
  /** Of the scan that was begun last, while it runs. */
  #builder: ListingBuilder | undefined;

  /** @param options see `StoreOptions`. */
  constructor(
    fileSystem: FileSystem,
    style: PathStyle,
    roots: StoreRoots,
    cache: SummaryCache,
    options: Pick<StoreOptions, 'readAhead' | 'now'>,
  ) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#roots = roots;
    this.#cache = cache;
    this.#options = options;
    this.#seqs = new LastSeqs(fileSystem);
  }

  /** Undefined while nothing is listed. */
  get soFar(): ListedSoFar | undefined {
    const builder = this.#builder;
    return (
      builder && {
        count: builder.count,
        listings: () => builder.build(() => this.#newOrder()),
      }
    );
  }

  /**
   * Sessions of each folder, newest first. Gives way to other work every few milliseconds.
   *
   * @param folders native absolute paths.
   * @throws the signal's reason when it was aborted; this thread has no file open then.
   */
  async list(folders: readonly string[], signal?: AbortSignal): Promise<FolderListing[]> {
    signal?.throwIfAborted();
    this.#roots.refresh();
    const agents = this.#roots.enabled();
    const enabled = new Set(agents.map(({ adapter }) => adapter));
    const tools: ScanTools = {
      fileSystem: this.#fileSystem,
      style: this.#style,
      cache: this.#cache,
      builder: new ListingBuilder(this.#style, folders),
      matcher: new FolderMatcher(this.#fileSystem, this.#style, folders),
      pacer: new Pacer(signal, this.#options.now),
      readAhead: this.#options.readAhead,
      startedAt: performance.now(),
      isListed: (adapter) => enabled.has(adapter),
    };
    const known = new Map<string, KnownFolders>();
    this.#builder = tools.builder;
    const release = this.#fileSystem.hold?.();
    try {
      for (const agent of agents) {
        await this.#scanAgent(agent, tools, known);
      }
    } finally {
      release?.();
      // One that was begun after this was given up has its own.
      this.#builder = this.#builder === tools.builder ? undefined : this.#builder;
    }
    this.#forgetAllBut(known);
    return tools.builder.build((folder) => this.#order(folder, folders));
  }

  async #scanAgent(
    { adapter, roots }: AgentRoots,
    tools: ScanTools,
    known: Map<string, KnownFolders>,
  ): Promise<void> {
    const computed = tools.matcher.spellings.map((spellings) =>
      spellings.map((path) => adapter.layout.folderFor(path)).filter((name) => name !== ''),
    );
    for (const { pattern, kinds } of roots) {
      if (!pattern.includes('*')) {
        tools.builder.searchedRoot(pattern, kinds, computed);
      }
      for (const root of this.#roots.expand(pattern)) {
        const key = `${adapter.id}\n${root}`;
        const before = this.#known.get(key) ?? new Map<string, never>();
        const scan = new RootScan({ tools, adapter, computed, root, kinds, known: before });
        const now = await scan.run();
        if (tools.pacer.isDue) {
          await tools.pacer.pause();
        }
        known.set(key, now);
        this.#known.set(key, now);
      }
    }
  }

  #newOrder(): SessionOrder {
    return new SessionOrder(this.#fileSystem, this.#style, this.#seqs);
  }

  #order(folder: string, open: readonly string[]): SessionOrder {
    for (const known of this.#orders.keys()) {
      if (!open.includes(known)) {
        this.#orders.delete(known);
      }
    }
    const order = this.#orders.get(folder) ?? this.#newOrder();
    this.#orders.set(folder, order);
    return order;
  }

  /** Roots that are gone, or not wanted any more. */
  #forgetAllBut(known: Map<string, KnownFolders>): void {
    for (const [key, folders] of this.#known) {
      if (!known.has(key)) {
        for (const { logs } of folders.values()) {
          for (const { path } of logs) {
            this.#cache.forget(path);
          }
        }
      }
    }
    this.#known = known;
  }
}
