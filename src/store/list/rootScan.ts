import { hash } from '../disk/hash.ts';
import type { AgentAdapter, SourceLayout } from '#agents/contract/adapter.ts';
import type { TraceLayout } from '#agents/contract/sources.ts';
import type { Pacer } from '#base/pacer.ts';
import { failureBy, type OnFault } from '../disk/faults.ts';
import {
  isMissing,
  success,
  type FileStat,
  type FolderEntry,
  type Result,
} from '../disk/fileSystem.ts';
import { newerNames } from '../disk/newerNames.ts';
import { sessionsBelow, type OnFailure } from '../roots/sessionFiles.ts';
import type { SessionOwners } from '../roots/sessionOwners.ts';
import type { LogFamilies } from '../roots/logFamilies.ts';
import {
  type Disk,
  type NativeRoot,
  type SourceRoots,
  type StorePlace,
  isParted,
} from '../roots/places.ts';
import type { StoreRoots } from '../roots/storeRoots.ts';
import type { Sources } from '../sources/sources.ts';
import type { Listing } from './listing.ts';
import type { SummaryCache } from './summaryCache.ts';
import { tracesIn } from './traces.ts';

/** A session that is likely to be one of the open folders'. */
export interface FoundPlace extends StorePlace {
  readonly stat: Result<FileStat>;
  readonly audience: Audience;
}

/** Who is notified of what about the sessions in one folder of a store. */
interface Audience {
  /** The store's folder. */
  readonly folder: string;
  /** Whose a session is if it does not say that itself. */
  readonly owners: readonly number[];
  /** Its working directory then, if the agent has a list of them. */
  readonly cwd?: string | undefined;
  /** Who is notified that one cannot be read. */
  readonly reportFailuresTo: readonly number[];
  /** Who is notified that one is empty, or no session at all. */
  readonly reportForeignFilesTo: readonly number[];
}

/** A folder whose name is computed from none of the open folders. */
export interface OtherFolder {
  readonly adapter: AgentAdapter;
  readonly layout: SourceLayout;
  readonly path: string;
  readonly name: string;
  /** Whose sessions it holds, if the agent has a list of that. */
  readonly cwd: string | undefined;
}

/** For what looks through all stores. */
export interface ListTools extends Disk {
  readonly roots: StoreRoots;
  readonly sources: Sources;
  readonly families: LogFamilies;
  readonly cache: SummaryCache;
  readonly onFault: OnFault;
  /** Milliseconds; the process's own by default. */
  readonly now?: (() => number) | undefined;
}

interface ScanTools extends ListTools {
  readonly listing: Listing;
  readonly owners: Pick<SessionOwners, 'spellings' | 'ownersOf'>;
  readonly pacer: Pacer;
  /** Also what is left of sessions that are gone. */
  readonly withTraces?: boolean | undefined;
}

/** Stands for every folder there is, as the only one that is listed. */
export const everyFolder: ScanTools['owners'] = {
  spellings: [[]],
  ownersOf: () => ({ folders: [0] }),
};

/** Looks where sessions lie and in which state each is; what they say, others read. */
export class RootScan {
  readonly otherFolders: OtherFolder[] = [];
  /** Of all places that were found. One that two roots lead to in different ways may be there twice. */
  readonly paths: string[] = [];
  /** An agent may have several forms of sessions below one root. */
  readonly #rootEntries = new Map<string, Result<readonly FolderEntry[]>>();
  /** What lies beside roots. */
  readonly #beside = new Map<string, Result<readonly FolderEntry[]>>();
  /** IDs of the sessions of each agent's databases. */
  readonly #inDatabases = new Map<AgentAdapter, Set<string>>();
  /** Where in `#places` a session is, by the folder of its database and its name: several may have it. */
  readonly #newest = new Map<string, number>();
  /** Where sessions were looked for, and by which names: two roots may lead to one folder. */
  readonly #looked = new Set<string>();
  #places: FoundPlace[] = [];

  constructor(private readonly tools: ScanTools) {}

  /** What was found since this was asked last, newest first by the file, as the sessions' own dates nearly are. */
  takePlaces(): readonly FoundPlace[] {
    const places = this.#places.sort(newestFirst);
    this.#places = [];
    this.#newest.clear();
    return places;
  }

  /** Looks where enabled agents keep sessions, of whatever folder. */
  async everyPlace(): Promise<readonly FoundPlace[]> {
    await this.lookAround();
    for (const folder of this.otherFolders) {
      await this.lookInto(folder, this.tools.listing.everyone);
    }
    return this.takePlaces();
  }

  /** Looks through the roots of enabled agents, as they are now. */
  async lookAround(): Promise<void> {
    const { roots, families } = this.tools;
    roots.refresh();
    families.refresh();
    for (const source of roots.enabled()) {
      await this.look(source);
    }
  }

  /** Looks through the roots of one form of one agent. What is not there costs one call. */
  async look({ adapter, layout, roots }: SourceRoots): Promise<void> {
    const { listing, pacer, style, roots: all, withTraces = false } = this.tools;
    if (layout.kind === 'trace' && !withTraces) {
      return;
    }
    const computed = this.tools.owners.spellings.map((spellings) =>
      spellings
        .flatMap((path) => layout.folderFor?.(path, hash) ?? [])
        .filter((name) => name !== ''),
    );
    for (const { pattern, kinds } of roots) {
      for (const root of all.expand(pattern)) {
        const { folder, name } = style.split(root);
        if (isMissing(this.#beside.get(folder))) {
          continue;
        }
        try {
          if (!this.#lookBeside(adapter, folder, [name])) {
            // Not even that is there.
          } else if (layout.kind === 'database') {
            await this.#lookIntoDatabase(adapter, layout, root);
          } else if (layout.kind === 'trace') {
            await this.#lookForTraces(adapter, layout, root);
          } else {
            await this.#lookIntoRoot(adapter, layout, { pattern: root, kinds }, computed);
          }
        } catch (error) {
          pacer.signal?.throwIfAborted();
          listing.fail(listing.everyone, root, failureBy(root, error, this.tools.onFault));
        }
        await pacer.pauseIfDue();
      }
    }
  }

  /** @param owners whose the sessions are that do not say it themselves. */
  async lookInto(other: OtherFolder, owners: readonly number[]): Promise<void> {
    const { listing } = this.tools;
    const { path: folder, cwd } = other;
    // One that cannot be read may be anybody's; an empty one is nobody's.
    const reportFailuresTo = owners.length === 0 ? listing.everyone : owners;
    await this.#add(other, { folder, owners, cwd, reportFailuresTo, reportForeignFilesTo: owners });
  }

  /** The sessions of a folder that is another project's, as it seems. */
  sessionsIn({ adapter, layout, path: folder }: OtherFolder): readonly StorePlace[] {
    const { listing } = this.tools;
    // One that cannot be listed is likely to be another project's; of one without a name nobody can tell.
    const onFailure: OnFailure = (path, failure) => {
      if (failure.code === 'badName') {
        listing.fail(listing.everyone, path, failure);
      }
    };
    const paths = sessionsBelow(this.tools, layout, folder, onFailure);
    return paths.map((path) => ({ path, layout, adapter }));
  }

  async #lookIntoRoot(
    adapter: AgentAdapter,
    layout: SourceLayout,
    { pattern: path, kinds }: NativeRoot,
    computed: readonly (readonly string[])[],
  ): Promise<void> {
    const { listing, fileSystem, style, pacer } = this.tools;
    const listed = this.#rootEntries.get(path) ?? fileSystem.list(path);
    this.#rootEntries.set(path, listed);
    if (!listed.ok) {
      if (listed.failure.code !== 'notFound') {
        listing.fail(listing.everyone, path, listed.failure);
      }
      return;
    }
    if (kinds.includes('byFolder')) {
      for (const { name, kind } of listed.value) {
        if (kind === 'folder' || kind === 'link') {
          const folder = style.below(path, name);
          const cwds = this.tools.roots.files.cwdsOf(layout, folder);
          const [cwd] = cwds;
          const other = { adapter, layout, path: folder, name, cwd };
          const owners =
            cwd === undefined
              ? computed.flatMap((own, index) => (own.includes(name) ? [index] : []))
              : [...new Set(cwds.flatMap((each) => this.tools.owners.ownersOf(each).folders))];
          if (owners.length > 0) {
            await this.lookInto(other, owners);
          } else if (cwd === undefined) {
            this.otherFolders.push(other);
          }
          await pacer.pauseIfDue();
        }
      }
    }
    if (kinds.includes('flat')) {
      await this.#add({ adapter, layout }, anybodys(path, listing), listed.value);
    }
  }

  async #add(
    { adapter, layout }: Pick<OtherFolder, 'adapter' | 'layout'>,
    audience: Audience,
    entries?: readonly FolderEntry[],
  ): Promise<void> {
    const { listing, sources, pacer } = this.tools;
    const place = [audience.folder, ...layout.path].join('\n');
    if (this.#looked.has(place)) {
      return;
    }
    this.#looked.add(place);
    const onFailure: OnFailure = (path, failure) => {
      listing.fail(audience.reportFailuresTo, path, failure);
    };
    const { families } = this.tools;
    const paths = isParted(layout)
      ? families.logsBelow(layout, audience.folder, onFailure)
      : sessionsBelow(this.tools, layout, audience.folder, onFailure, entries);
    const [first = '*'] = layout.path;
    if (!first.includes('*') && paths.length > 0) {
      this.#lookBeside(adapter, audience.folder, [first]);
    }
    const moved = layout.mayBeInDatabase === true ? this.#inDatabases.get(adapter) : undefined;
    const partsOf = families.familiesAt(adapter, layout, audience.folder);
    for (const path of paths) {
      const isOld = moved?.has(layout.fallbackId(path.split(/[\\/]/))) === true;
      const parts = partsOf(path);
      // A session in several logs lies where the first of them does.
      if (!isOld && parts[0] === path) {
        this.paths.push(path);
        const family = parts.length > 1 ? { family: parts } : {};
        const stat = sources.stat({ path, layout, ...family });
        this.#places.push({ path, layout, adapter, stat, audience, cwd: audience.cwd, ...family });
      }
      await pacer.pauseIfDue();
    }
  }

  /**
   * Looks for what is likely to have taken the place of what is read.
   *
   * @returns whether the folder may be there.
   */
  #lookBeside(adapter: AgentAdapter, folder: string, known: readonly string[]): boolean {
    const { fileSystem, listing, style } = this.tools;
    const listed = this.#beside.get(folder) ?? fileSystem.list(folder);
    this.#beside.set(folder, listed);
    const names = listed.ok ? listed.value.map(({ name }) => name) : [];
    for (const name of newerNames(names, known)) {
      const path = style.below(folder, name);
      const found = fileSystem.list(path);
      const isEmpty = found.ok && found.value.length === 0;
      if (!isEmpty) {
        listing.addUnknown({ agent: adapter.id, place: path, what: name });
      }
    }
    return !isMissing(listed);
  }

  async #lookIntoDatabase(
    adapter: AgentAdapter,
    layout: SourceLayout & { kind: 'database' },
    database: string,
  ): Promise<void> {
    const { listing, sources, fileSystem, style, pacer } = this.tools;
    const { folder, name: fileName } = style.split(database);
    const moved = layout.movedTo?.(fileName);
    if (moved !== undefined && sources.hasTable(style.below(folder, moved.file), moved.table)) {
      return;
    }
    const file = fileSystem.stat(database);
    const opened = sources.database(database, layout);
    const sessions = file.ok ? await opened.list(pacer) : file;
    for (const table of opened.newerTables) {
      listing.addUnknown({ agent: adapter.id, place: database, what: table });
    }
    if (!sessions.ok) {
      if (!isMissing(sessions)) {
        listing.fail(listing.everyone, database, sessions.failure);
      }
      return;
    }
    const audience = anybodys(database, listing);
    const ids = this.#inDatabases.get(adapter) ?? new Set();
    this.#inDatabases.set(adapter, ids);
    for (const { name, stat, row } of sessions.value.values()) {
      const path = style.below(database, name);
      this.paths.push(path);
      // Nobody's: what else there is of it may say whose it is.
      if (layout.folders === undefined || typeof row.folder === 'string') {
        ids.add(layout.fallbackId([name]));
      }
      this.#addNewest(name, folder, { path, layout, adapter, stat: success(stat), audience });
    }
  }

  /** What is left of sessions that lie nowhere, whatever folder they are of. */
  async #lookForTraces(adapter: AgentAdapter, layout: TraceLayout, log: string): Promise<void> {
    const { listing } = this.tools;
    const found = await tracesIn(this.tools, adapter, layout, log);
    if (!found.ok && !isMissing(found)) {
      listing.fail(listing.everyone, log, found.failure);
    }
    const audience = anybodys(log, listing);
    for (const { path, stat } of found.ok ? found.value : []) {
      this.paths.push(path);
      this.#places.push({ path, layout, adapter, stat: success(stat), audience });
    }
  }

  /** Programs of several release channels may have one session: it is where it was changed last. */
  #addNewest(name: string, folder: string, place: FoundPlace): void {
    const key = `${folder}\n${name}`;
    const at = this.#newest.get(key) ?? this.#places.length;
    const other = this.#places[at];
    this.#newest.set(key, at);
    if (other === undefined || newestFirst(other, place) > 0) {
      this.#places[at] = place;
    }
  }
}

/** Of a place whose sessions say themselves whose they are. */
function anybodys(folder: string, { everyone }: Listing): Audience {
  return { folder, owners: [], reportFailuresTo: everyone, reportForeignFilesTo: everyone };
}

function newestFirst(a: FoundPlace, b: FoundPlace): number {
  return timeOf(b) - timeOf(a);
}

function timeOf({ stat }: FoundPlace): number {
  return stat.ok ? stat.value.mtimeMs : 0;
}
