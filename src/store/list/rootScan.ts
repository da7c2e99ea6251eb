import type { AgentAdapter, StoreRoot } from '#agents/contract/adapter.ts';
import type { FileSystem, FolderEntry } from '../disk/fileSystem.ts';
import type { FolderMatcher } from '../roots/folderMatcher.ts';
import type { ListingBuilder } from './listingBuilder.ts';
import { LogFolder, type LogFile, type OnFailure } from '../roots/logFiles.ts';
import type { Pacer } from '#base/pacer.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { keptShapes } from './keptShapes.ts';
import { firstLook } from '../sources/log/logEnds.ts';
import type { ReadAhead } from '../readAhead/aheadFiles.ts';
import type { LogSummary, SummaryCache } from './summaryCache.ts';

/** What is remembered of one folder of a root. */
export interface KnownFolder {
  /** The one `cwd` of all its logs. It holds for good, because the folder's name says the same. */
  cwd: string | undefined;
  readonly files: LogFolder;
  /** Logs that the cache may know, so that deleted ones are forgotten. */
  logs: readonly LogFile[];
}

/** By name; the logs directly in a root under the empty one. */
export type KnownFolders = Map<string, KnownFolder>;

/** What all roots of one scan share. */
export interface ScanTools {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  readonly cache: SummaryCache;
  readonly builder: ListingBuilder;
  readonly matcher: FolderMatcher;
  readonly pacer: Pacer;
  readonly readAhead: ReadAhead | undefined;
  /** When the scan began, in ms as `performance.now` tells them. */
  readonly startedAt: number;
  /** Whether sessions of an agent are wanted, wherever they are found. */
  readonly isListed: (adapter: AgentAdapter) => boolean;
}

export interface RootOptions {
  readonly tools: ScanTools;
  readonly adapter: AgentAdapter;
  /** Folder names computed from the spellings of the open folders, in their order. */
  readonly computed: readonly (readonly string[])[];
  readonly root: string;
  readonly kinds: readonly StoreRoot['kind'][];
  /** What the scan before this one left. */
  readonly known: ReadonlyMap<string, KnownFolder>;
}

/** The looking through of one root. */
export class RootScan {
  readonly #tools: ScanTools;
  readonly #options: RootOptions;
  readonly #now: KnownFolders = new Map();

  constructor(options: RootOptions) {
    this.#tools = options.tools;
    this.#options = options;
  }

  /** Hands what it finds to the builder. A root that is not there costs one call. */
  async run(): Promise<KnownFolders> {
    const { root, kinds, known } = this.#options;
    const { builder, fileSystem } = this.#tools;
    const listed = fileSystem.list(root);
    if (listed.ok) {
      if (kinds.includes('byFolder')) {
        await this.#scanFolders(listed.value);
      }
      if (kinds.includes('flat')) {
        await this.#scanFlat(listed.value);
      }
    } else if (listed.failure.code !== 'notFound') {
      builder.fail(builder.everyone, root, listed.failure);
    }
    for (const [name, { logs }] of known) {
      if (!this.#now.has(name)) {
        this.#forget(logs);
      }
    }
    return this.#now;
  }

  async #scanFolders(entries: readonly FolderEntry[]): Promise<void> {
    const { computed } = this.#options;
    const { pacer } = this.#tools;
    const names = entries
      .filter(({ kind }) => kind === 'folder' || kind === 'link')
      .map(({ name }) => name);
    // The computed folders first: a log that is reached twice keeps the path that its agent uses.
    const fast = new Set(computed.flat());
    for (const name of names.sort((a, b) => Number(fast.has(b)) - Number(fast.has(a)))) {
      const folder = this.#remembered(name);
      if (fast.has(name)) {
        const owners = computed.flatMap((own, index) => (own.includes(name) ? [index] : []));
        await this.#scanFolder(folder, owners);
      } else {
        await this.#scanOther(folder, name);
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
  }

  /** A folder whose name is computed from none of the open folders. */
  async #scanOther(known: KnownFolder, name: string): Promise<void> {
    if (known.cwd === undefined) {
      const cwd = await this.#firstCwd(known);
      if (cwd === undefined) {
        return;
      }
      if (this.#options.adapter.layout.folderFor(cwd) !== name) {
        // Put together by hand: each log is asked for itself.
        await this.#scanFolder(known, []);
        return;
      }
      known.cwd = cwd;
    }
    const owners = this.#tools.matcher.foldersOf(known.cwd);
    if (owners.length > 0) {
      await this.#scanFolder(known, owners);
    }
  }

  /** What the first log says that says anything. */
  async #firstCwd(known: KnownFolder): Promise<string | undefined> {
    const { builder, cache, pacer } = this.#tools;
    // A folder that cannot be listed is likely to be another project's; of one that has no name nobody
    // can tell.
    const onFailure: OnFailure = (path, failure) => {
      if (failure.code === 'badName') {
        builder.fail(builder.everyone, path, failure);
      }
    };
    for (const logs of known.files.look(onFailure)) {
      known.logs = [...new Set([...known.logs, ...logs])];
      for (const log of logs) {
        const read = cache.read(log, this.#options.adapter);
        if (read.ok && read.value.summary.cwd !== undefined) {
          return read.value.summary.cwd;
        }
        if (!read.ok) {
          onFailure(log.path, read.failure);
        }
        if (pacer.isDue) {
          await pacer.pause();
        }
      }
    }
    return undefined;
  }

  /** @param owners whose the logs are that do not say it themselves. */
  async #scanFolder(known: KnownFolder, owners: readonly number[]): Promise<void> {
    const { builder } = this.#tools;
    builder.searchedFolder(owners, known.files.path);
    await this.#readLogs(known, owners, (path, failure) => {
      // As in a flat root: an empty log is nobody's; one that cannot be read may be anybody's.
      const isAnybodys = owners.length === 0 && failure.code !== 'empty';
      builder.fail(isAnybodys ? builder.everyone : owners, path, failure);
    });
  }

  /** The logs of all folders in one place: each says itself whose it is, and most are not ours. */
  async #scanFlat(entries: readonly FolderEntry[]): Promise<void> {
    const { builder } = this.#tools;
    // It may be anybody's.
    const onFailure: OnFailure = (path, failure) => {
      builder.fail(builder.everyone, path, failure);
    };
    await this.#readLogs(this.#remembered(''), [], onFailure, entries);
  }

  async #readLogs(
    known: KnownFolder,
    owners: readonly number[],
    onFailure: OnFailure,
    entries?: readonly FolderEntry[],
  ): Promise<void> {
    const { builder, cache, pacer, fileSystem, readAhead, startedAt } = this.#tools;
    const { adapter } = this.#options;
    const isFlat = entries !== undefined;
    const present: LogFile[] = [];
    keptShapes.rootScan = this;
    for (const logs of known.files.look(onFailure, entries)) {
      const isNew = () => logs[0] !== undefined && !cache.expects(logs[0].path);
      const look = firstLook(adapter);
      const ahead = readAhead?.over({ disk: fileSystem, logs, look, isNew, startedAt });
      try {
        for (const log of logs) {
          ahead?.next();
          const read = cache.read(log, adapter, ahead);
          present.push(log);
          if (read.ok) {
            this.#add(read.value, owners);
          } else if (read.failure.code === 'notASession') {
            builder.addOther(isFlat ? builder.everyone : owners, known.files.path, adapter.id);
          } else if (read.failure.code !== 'notFound' && read.failure.code !== 'notAFolder') {
            onFailure(log.path, read.failure);
          }
          if (pacer.isDue) {
            await pacer.pause();
          }
        }
      } finally {
        ahead?.end();
      }
    }
    this.#forgetGone(known.logs, present);
    known.logs = present;
  }

  #add(log: LogSummary, owners: readonly number[]): void {
    const { builder, matcher, isListed } = this.#tools;
    if (isListed(log.adapter)) {
      const { cwd } = log.summary;
      builder.add(cwd === undefined ? owners : matcher.foldersOf(cwd), log);
    }
  }

  #remembered(name: string): KnownFolder {
    const { root, known, adapter } = this.#options;
    const { fileSystem, style } = this.#tools;
    let folder = known.get(name);
    if (folder === undefined) {
      const path = name === '' ? root : style.below(root, name);
      const segments = name === '' ? [] : [name];
      const tools = { fileSystem, style, layout: adapter.layout };
      folder = { cwd: undefined, files: new LogFolder(tools, { path, segments }), logs: [] };
    }
    this.#now.set(name, folder);
    return folder;
  }

  #forgetGone(before: readonly LogFile[], now: readonly LogFile[]): void {
    if (before.every((log, index) => log === now[index])) {
      return;
    }
    const present = new Set(now);
    this.#forget(before.filter((log) => !present.has(log)));
  }

  #forget(logs: readonly LogFile[]): void {
    for (const { path } of logs) {
      this.#tools.cache.forget(path);
    }
  }
}
