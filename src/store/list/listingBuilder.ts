import type { StoreRoot } from '#agents/contract/adapter.ts';
import type { AgentId } from '#core/session.ts';
import type { FolderListing, OtherFiles, ScanCount } from '#protocol/worker.ts';
import type { FileFailure } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { SessionOrder } from './sessionOrder.ts';
import type { LogSummary } from './summaryCache.ts';

interface Shelf {
  readonly folder: string;
  readonly searched: Set<string>;
  /** In the order of the scan. */
  readonly logs: LogSummary[];
  readonly failures: Map<string, string>;
  /** By folder and agent. */
  readonly others: Map<string, OtherFiles>;
}

/** Collects what a scan finds for each of the open folders. Folders are named by their place. */
export class ListingBuilder {
  readonly everyone: readonly number[];
  readonly #style: PathStyle;
  readonly #shelves: readonly Shelf[];
  #found = 0;
  #looked = 0;

  constructor(style: PathStyle, folders: readonly string[]) {
    this.#style = style;
    this.everyone = folders.map((_, index) => index);
    this.#shelves = folders.map((folder) => ({
      folder,
      searched: new Set(),
      logs: [],
      failures: new Map(),
      others: new Map(),
    }));
  }

  get count(): ScanCount {
    return { found: this.#found, looked: this.#looked };
  }

  /**
   * Says where each folder's sessions would be, whether anything is there or not.
   *
   * @param computed names of folders, for each open folder; the first is its usual one.
   */
  searchedRoot(
    root: string,
    kinds: readonly StoreRoot['kind'][],
    computed: readonly (readonly string[])[],
  ): void {
    this.#shelves.forEach(({ searched }, index) => {
      const [name] = computed[index] ?? [];
      if (kinds.includes('byFolder') && name !== undefined) {
        searched.add(this.#style.join(root, name));
      }
      if (kinds.includes('flat')) {
        searched.add(root);
      }
    });
  }

  searchedFolder(owners: readonly number[], path: string): void {
    this.#each(owners, (shelf) => shelf.searched.add(path));
  }

  /** @param owners none for a log that is another folder's. */
  add(owners: readonly number[], log: LogSummary): void {
    this.#looked += 1;
    this.#found += owners.length > 0 ? 1 : 0;
    for (const index of owners) {
      this.#shelves[index]?.logs.push(log);
    }
  }

  fail(owners: readonly number[], path: string, { message }: FileFailure): void {
    this.#each(owners, ({ failures }) => failures.set(path, message));
  }

  /** Counts a file of a store's folder that is no session. @param owners who is told of it. */
  addOther(owners: readonly number[], folder: string, agent: AgentId): void {
    this.#looked += 1;
    this.#each(owners, ({ others }) => {
      const key = `${agent}\n${folder}`;
      others.set(key, { folder, agent, count: (others.get(key)?.count ?? 0) + 1 });
    });
  }

  /** @param orders what puts each folder's sessions in order. */
  build(orders: (folder: string) => SessionOrder): FolderListing[] {
    return this.#shelves.map(({ folder, searched, logs, failures, others }) => ({
      folder,
      searched: [...searched],
      sessions: orders(folder).sort(logs),
      failures: [...failures].map(([path, message]) => ({ path, message })),
      others: [...others.values()],
    }));
  }

  #each(owners: readonly number[], visit: (shelf: Shelf) => void): void {
    for (const index of owners) {
      const shelf = this.#shelves[index];
      if (shelf !== undefined) {
        visit(shelf);
      }
    }
  }
}
