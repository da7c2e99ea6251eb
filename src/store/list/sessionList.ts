import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SessionWhere } from '#core/events/session.ts';
import type { FolderListing, Found } from '#protocol/listing.ts';
import { Pacer } from '#base/pacer.ts';
import { faultAt, type OnFault } from '../disk/faults.ts';
import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { LogFamilies } from '../roots/logFamilies.ts';
import { nobody, SessionOwners } from '../roots/sessionOwners.ts';
import type { StoreRoots } from '../roots/storeRoots.ts';
import { readLastSeq } from '../sources/log/lastSeq.ts';
import { LogSource } from '../sources/log/logSource.ts';
import type { Sources } from '../sources/sources.ts';
import { firstPart, laterPart, Listing, tellMs } from './listing.ts';
import { newestFirst, RootScan, type FoundPlace, type OtherFolder } from './rootScan.ts';
import { isHidden, isLeftBehind, type ListedSession } from './listedSession.ts';
import type { SummaryCache } from './summaryCache.ts';

/** What all of one scan share. */
interface Reading {
  readonly listing: Listing;
  readonly owners: SessionOwners;
  readonly pacer: Pacer;
  /** Those whose sessions are wanted, wherever they are found. */
  readonly adapters: ReadonlySet<AgentAdapter>;
  readonly onFound: ((found: Found) => Promise<void>) | undefined;
  hasTold: boolean;
  /** When something was told last, or the scan began; as `performance.now` has it. */
  toldAt: number;
}

export interface ListTools {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  readonly roots: StoreRoots;
  readonly sources: Sources;
  readonly families: LogFamilies;
  readonly cache: SummaryCache;
  readonly onFault: OnFault;
  /** Milliseconds; the process's own by default. */
  readonly now?: (() => number) | undefined;
}

/**
 * Finds the sessions of folders, of those below them and of worktrees, of all enabled agents: first what there is and how old it is, then
 * what each says, newest first. The folder name that an agent computes from a path is the fast way in;
 * other folders of a root are looked at through what their sessions say, because one folder has many
 * spellings, and so is every session of a root that keeps them all in one place. Where a session names
 * its folder, that decides.
 */
export class SessionList {
  /** The one `cwd` of all sessions in a store's folder, by path. Its name says the same. */
  readonly #cwds = new Map<string, string>();
  /** Sessions that an open folder does not hold itself. */
  readonly #elsewhere = new WeakMap<ListedSession, ListedSession>();
  /** Sessions of the last scan. */
  #paths: readonly string[] = [];

  constructor(private readonly tools: ListTools) {}

  /**
   * Sessions of each folder, newest first. Gives way to other work every few milliseconds.
   *
   * @param folders native absolute paths.
   * @param onFound hears what is found meanwhile, about newest first; the scan waits for it.
   * @throws the signal's reason when it was aborted; nothing is open then.
   */
  async list(
    folders: readonly string[],
    signal?: AbortSignal,
    onFound?: (found: Found) => Promise<void>,
  ): Promise<FolderListing[]> {
    signal?.throwIfAborted();
    const { fileSystem, style, roots, sources, families, now, onFault } = this.tools;
    roots.refresh();
    families.refresh();
    const enabled = roots.enabled();
    const adapters = new Set(enabled.map(({ adapter }) => adapter));
    const listing = new Listing(fileSystem, style, folders);
    const owners = new SessionOwners({ fileSystem, style, roots }, folders);
    const pacer = new Pacer(signal, now);
    const scan = new RootScan({
      ...{ fileSystem, style, sources, families, listing, owners, pacer, onFault },
    });
    for (const source of enabled) {
      await scan.look(source, roots);
    }
    const reading: Reading = {
      listing,
      owners,
      pacer,
      adapters,
      onFound,
      hasTold: false,
      toldAt: performance.now(),
    };
    await this.#read(scan.takePlaces(), reading);
    for (const other of scan.otherFolders) {
      const cwd = this.#cwds.get(other.path) ?? (await this.#cwdOf(scan, other, reading));
      if (cwd === undefined) {
        continue;
      }
      // By any other name it was put together by hand, and each session is asked.
      const isOfOne = other.layout.folderFor?.(cwd) === other.name;
      const { folders: its } = isOfOne ? owners.ownersOf(cwd) : nobody;
      if (isOfOne) {
        this.#cwds.set(other.path, cwd);
      }
      if (its.length > 0 || !isOfOne) {
        await scan.lookInto(other, its);
        await this.#read(scan.takePlaces(), reading);
      }
    }
    if (listing.untold > 0) {
      await this.#tell(reading);
    }
    this.#forgetAllBut(scan.paths);
    return listing.build((session) => this.#lastSeq(session));
  }

  /** Newest first by the file, which is what the sessions' own dates come close to. */
  async #read(places: FoundPlace[], reading: Reading): Promise<void> {
    const { listing, owners, pacer, adapters } = reading;
    for (const place of places.sort(newestFirst)) {
      const { audience } = place;
      const read = this.tools.cache.read(place, place.stat);
      if (read.ok) {
        const { cwd } = read.value.summary;
        if (isLeftBehind(read.value)) {
          listing.addOther(audience.toldOfOthers, audience.folder, place.adapter.id);
        } else if (adapters.has(read.value.adapter) && !isHidden(read.value)) {
          const own = cwd === undefined ? nobody : owners.ownersOf(cwd);
          // Of a window with several folders, the first stands for all.
          const folders = cwd === audience.cwd ? audience.owners : own.folders;
          listing.add(folders, this.#placed(read.value, own.where), place.layout);
        }
      } else if (read.failure.code === 'notASession') {
        listing.addOther(audience.toldOfOthers, audience.folder, place.adapter.id);
      } else if (read.failure.code !== 'notFound' && read.failure.code !== 'notAFolder') {
        const { told, toldOfOthers } = audience;
        listing.fail(read.failure.code === 'empty' ? toldOfOthers : told, place.path, read.failure);
      }
      if (listing.untold >= (reading.hasTold ? laterPart : firstPart)) {
        await this.#tell(reading);
      }
      if (pacer.isDue) {
        await pacer.pause();
        await this.#tellNowAndThen(reading);
      }
    }
  }

  /** The same one for the same place, because whoever has it is not told of it again. */
  #placed(session: ListedSession, where: SessionWhere | undefined): ListedSession {
    const known = this.#elsewhere.get(session);
    if (where === undefined || (known !== undefined && isSameWhere(known.summary.where, where))) {
      return (where && known) ?? session;
    }
    const placed = { ...session, summary: { ...session.summary, where } };
    this.#elsewhere.set(session, placed);
    return placed;
  }

  /** What the first session of a folder says that says anything. */
  async #cwdOf(scan: RootScan, other: OtherFolder, reading: Reading): Promise<string | undefined> {
    const { pacer, listing } = reading;
    for (const place of scan.sessionsIn(other)) {
      const read = this.tools.cache.read(place, this.tools.sources.stat(place));
      if (read.ok && read.value.summary.cwd !== undefined) {
        return read.value.summary.cwd;
      }
      if (!read.ok && read.failure.code === 'badName') {
        listing.fail(listing.everyone, place.path, read.failure);
      }
      if (pacer.isDue) {
        await pacer.pause();
        await this.#tellNowAndThen(reading);
      }
    }
    return undefined;
  }

  /** Also of a scan that finds nothing: somebody waits for it. */
  async #tellNowAndThen(reading: Reading): Promise<void> {
    if (performance.now() - reading.toldAt >= tellMs) {
      await this.#tell(reading);
    }
  }

  async #tell(reading: Reading): Promise<void> {
    reading.toldAt = performance.now();
    reading.hasTold ||= reading.listing.untold > 0;
    await reading.onFound?.(reading.listing.takeNews());
  }

  /** Read only where two sessions changed in one moment, and once. */
  #lastSeq(session: ListedSession): number {
    const { adapter, summary } = session;
    try {
      session.lastSeq ??= readLastSeq(
        new LogSource(this.tools.fileSystem, summary.path),
        adapter.decode,
      );
    } catch (error) {
      this.tools.onFault(faultAt(summary.path, error));
    }
    return (session.lastSeq ??= 0);
  }

  /** Sessions that are gone, or not wanted any more. */
  #forgetAllBut(paths: readonly string[]): void {
    if (this.#paths.some((path, index) => path !== paths[index])) {
      const found = new Set(paths);
      for (const path of this.#paths) {
        if (!found.has(path)) {
          this.tools.cache.forget(path);
        }
      }
    }
    this.#paths = paths;
  }
}

function isSameWhere(one: SessionWhere | undefined, other: SessionWhere): boolean {
  return one?.worktree === other.worktree && one?.folder === other.folder;
}
