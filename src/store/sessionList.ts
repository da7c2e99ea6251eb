import type { AgentAdapter } from '#agents/adapter.ts';
import type { FolderListing } from '#protocol/worker.ts';
import type { FileFailure, FileSystem } from './fileSystem.ts';
import { FolderMatcher } from './folderMatcher.ts';
import { ListingBuilder } from './listingBuilder.ts';
import { logFilesIn, type LogFile } from './logFiles.ts';
import { Pacer } from './pacer.ts';
import type { PathStyle } from './pathStyle.ts';
import type { StoreRoots } from './storeRoots.ts';
import type { SummaryCache } from './summaryCache.ts';

/** What is remembered of one folder of a root. */
interface KnownFolder {
  /** The one `cwd` of all its logs. It holds for good, because the folder's name says the same. */
  cwd: string | undefined;
  /** Logs that the cache may know, so that deleted ones are forgotten. */
  logs: Set<string>;
}

interface RootScan {
  readonly adapter: AgentAdapter;
  readonly root: string;
  /** Folder names computed from the open folders, in their order. */
  readonly computed: readonly string[];
  readonly matcher: FolderMatcher;
  readonly builder: ListingBuilder;
  readonly pacer: Pacer;
}

/**
 * Finds the sessions of folders. The folder name that an agent computes from a path is the fast way
 * in; other folders of a root are looked at through what their logs say, because one folder has many
 * spellings. Where a log names its folder, that decides.
 */
export class SessionList {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #roots: StoreRoots;
  readonly #cache: SummaryCache;
  /** By root, then by name. */
  readonly #known = new Map<string, Map<string, KnownFolder>>();

  constructor(fileSystem: FileSystem, style: PathStyle, roots: StoreRoots, cache: SummaryCache) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.#roots = roots;
    this.#cache = cache;
  }

  /**
   * Sessions of each folder, newest first. Gives way to other work every few milliseconds.
   *
   * @param folders native absolute paths.
   * @throws the signal's reason when it was aborted; no file is open then.
   */
  async list(folders: readonly string[], signal?: AbortSignal): Promise<FolderListing[]> {
    signal?.throwIfAborted();
    const builder = new ListingBuilder(this.#fileSystem, this.#style, folders);
    const matcher = new FolderMatcher(this.#fileSystem, this.#style, folders);
    const pacer = new Pacer(signal);
    for (const adapter of this.#roots.adapters) {
      const computed = folders.map((folder) =>
        adapter.layout.folderFor(this.#style.cleaned(folder)),
      );
      for (const pattern of this.#roots.patterns(adapter)) {
        if (!pattern.includes('*')) {
          builder.searchedRoot(pattern, computed);
        }
        for (const root of this.#roots.expand(this.#fileSystem, pattern)) {
          await this.#scanRoot({ adapter, root, computed, matcher, builder, pacer });
        }
      }
    }
    return builder.build();
  }

  async #scanRoot(scan: RootScan): Promise<void> {
    const { root, computed, builder, pacer } = scan;
    const listed = this.#fileSystem.list(root);
    if (!listed.ok) {
      if (listed.failure.code !== 'notFound') {
        builder.fail(builder.everyone, root, listed.failure);
      }
      return;
    }
    const names = listed.value
      .filter(({ kind }) => kind === 'folder' || kind === 'link')
      .map(({ name }) => name);
    const before = this.#known.get(root) ?? new Map<string, KnownFolder>();
    const now = new Map(
      names.map((name) => [name, before.get(name) ?? { cwd: undefined, logs: new Set<string>() }]),
    );
    this.#known.set(root, now);
    for (const [name, { logs }] of before) {
      if (!now.has(name)) {
        this.#forget(logs, new Set());
      }
    }

    // The computed folders first: a log that is reached twice keeps the path that its agent uses.
    const fast = new Set(computed);
    const ordered = [...now].sort(([a], [b]) => Number(fast.has(b)) - Number(fast.has(a)));
    for (const [name, known] of ordered) {
      const folder = { path: this.#style.join(root, name), segments: [name] };
      if (fast.has(name)) {
        const owners = computed.flatMap((own, index) => (own === name ? [index] : []));
        await this.#scanFolder(scan, folder, known, owners);
      } else {
        await this.#scanOther(scan, folder, known);
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
  }

  /** A folder whose name is computed from none of the open folders. */
  async #scanOther(scan: RootScan, folder: LogFile, known: KnownFolder): Promise<void> {
    if (known.cwd === undefined) {
      const cwd = await this.#firstCwd(scan, folder, known);
      if (cwd === undefined) {
        return;
      }
      if (scan.adapter.layout.folderFor(cwd) !== folder.segments[0]) {
        // Put together by hand: each log is asked for itself.
        await this.#scanFolder(scan, folder, known, []);
        return;
      }
      known.cwd = cwd;
    }
    const owners = scan.matcher.foldersOf(known.cwd);
    if (owners.length > 0) {
      await this.#scanFolder(scan, folder, known, owners);
    }
  }

  /** What the first log says that says anything. */
  async #firstCwd(
    scan: RootScan,
    folder: LogFile,
    known: KnownFolder,
  ): Promise<string | undefined> {
    for (const log of this.#logs(scan, folder, [])) {
      const read = this.#cache.read(log, scan.adapter);
      known.logs.add(log.path);
      if (read.ok && read.value.summary.cwd !== undefined) {
        return read.value.summary.cwd;
      }
      if (scan.pacer.isDue) {
        await scan.pacer.pause();
      }
    }
    return undefined;
  }

  /** @param owners whose the logs are that do not say it themselves. */
  async #scanFolder(
    scan: RootScan,
    folder: LogFile,
    known: KnownFolder,
    owners: readonly number[],
  ): Promise<void> {
    const { adapter, matcher, builder, pacer } = scan;
    builder.searchedFolder(owners, folder.path);
    const present = new Set<string>();
    for (const log of this.#logs(scan, folder, owners)) {
      const read = this.#cache.read(log, adapter);
      present.add(log.path);
      if (read.ok) {
        const { cwd } = read.value.summary;
        builder.add(cwd === undefined ? owners : matcher.foldersOf(cwd), read.value);
      } else if (read.failure.code !== 'notFound' && read.failure.code !== 'notAFolder') {
        builder.fail(owners, log.path, read.failure);
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
    this.#forget(known.logs, present);
    known.logs = present;
  }

  #logs({ adapter, builder }: RootScan, folder: LogFile, owners: readonly number[]) {
    return logFilesIn(
      this.#fileSystem,
      this.#style,
      folder,
      adapter.layout.logPath,
      (path: string, failure: FileFailure) => {
        builder.fail(owners, path, failure);
      },
    );
  }

  #forget(logs: ReadonlySet<string>, present: ReadonlySet<string>): void {
    for (const path of logs) {
      if (!present.has(path)) {
        this.#cache.forget(path);
      }
    }
  }
}
