import type { StoreRoot } from '#agents/adapter.ts';
import type { FolderListing } from '#protocol/worker.ts';
import type { FileFailure, FileSystem } from './fileSystem.ts';
import type { PathStyle } from './pathStyle.ts';
import type { LogSummary } from './summaryCache.ts';

interface Shelf {
  readonly folder: string;
  readonly searched: Set<string>;
  /** By what the file is, not by its path: a log reached twice is one session. */
  readonly sessions: Map<string, LogSummary>;
  readonly failures: Map<string, string>;
}

/** Collects what a scan finds for each of the open folders. Folders are named by their place. */
export class ListingBuilder {
  readonly everyone: readonly number[];
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #shelves: readonly Shelf[];

  constructor(fileSystem: FileSystem, style: PathStyle, folders: readonly string[]) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.everyone = folders.map((_, index) => index);
    this.#shelves = folders.map((folder) => ({
      folder,
      searched: new Set(),
      sessions: new Map(),
      failures: new Map(),
    }));
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

  add(owners: readonly number[], log: LogSummary): void {
    if (owners.length > 0) {
      const key = this.#identify(log);
      this.#each(owners, ({ sessions }) => {
        if (!sessions.has(key)) {
          sessions.set(key, log);
        }
      });
    }
  }

  fail(owners: readonly number[], path: string, { message }: FileFailure): void {
    this.#each(owners, ({ failures }) => failures.set(path, message));
  }

  build(): FolderListing[] {
    return this.#shelves.map(({ folder, searched, sessions, failures }) => ({
      folder,
      searched: [...searched],
      sessions: [...sessions.values()].sort(newestFirst).map(({ summary }) => summary),
      failures: [...failures].map(([path, message]) => ({ path, message })),
    }));
  }

  #identify({ stat, summary }: LogSummary): string {
    if (stat.identity !== undefined) {
      return stat.identity;
    }
    const real = this.#fileSystem.realpath(summary.path);
    return this.#style.key(real.ok ? real.value : summary.path);
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

/** Keen's own order: time of the last change, then the higher sequence number; then any fixed one. */
function newestFirst(a: LogSummary, b: LogSummary): number {
  return (
    b.summary.updatedAt - a.summary.updatedAt ||
    b.lastSeq - a.lastSeq ||
    (a.summary.id < b.summary.id ? -1 : a.summary.id > b.summary.id ? 1 : 0)
  );
}
