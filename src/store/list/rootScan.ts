import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { SourceLayout } from '#agents/contract/sources.ts';
import type { Pacer } from '#base/pacer.ts';
import {
  success,
  type FileStat,
  type FileSystem,
  type FolderEntry,
  type Result,
} from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { FolderMatcher } from '../roots/folderMatcher.ts';
import { sessionsBelow, type OnFailure, type PlaceBelow } from '../roots/sessionFiles.ts';
import type { NativeRoot, SourceRoots, StorePlace, StoreRoots } from '../roots/storeRoots.ts';
import type { Sources } from '../sources/sources.ts';
import type { Listing } from './listing.ts';

/** A session that is likely to be one of the open folders', and who hears what of it. */
export interface FoundPlace extends Audience {
  readonly place: StorePlace;
  readonly stat: Result<FileStat>;
  /** The store's folder that it was found in. */
  readonly folder: string;
}

interface Audience {
  /** Whose the session is if it does not say that itself. */
  readonly owners: readonly number[];
  /** Who is told that it cannot be read. */
  readonly told: readonly number[];
  /** Who is told that it is empty, or no session at all. */
  readonly toldOfOthers: readonly number[];
}

/** A folder whose name is computed from none of the open folders. */
export interface OtherFolder {
  readonly adapter: AgentAdapter;
  readonly layout: SourceLayout;
  readonly folder: PlaceBelow;
  readonly name: string;
}

export interface ScanTools {
  readonly fileSystem: FileSystem;
  readonly style: PathStyle;
  readonly sources: Sources;
  readonly listing: Listing;
  readonly matcher: FolderMatcher;
  readonly pacer: Pacer;
}

/** Looks where sessions lie and in which state each is; what they say, others read. */
export class RootScan {
  readonly otherFolders: OtherFolder[] = [];
  /** Of all places that were found. */
  readonly paths = new Set<string>();
  readonly #tools: ScanTools;
  #places: FoundPlace[] = [];

  constructor(tools: ScanTools) {
    this.#tools = tools;
  }

  /** What was found since this was asked last. */
  takePlaces(): FoundPlace[] {
    const places = this.#places;
    this.#places = [];
    return places;
  }

  /** Looks through the roots of one form of one agent. A root that is not there costs one call. */
  async look({ adapter, layout, roots }: SourceRoots, all: StoreRoots): Promise<void> {
    const { listing, matcher } = this.#tools;
    const computed = matcher.spellings.map((spellings) =>
      spellings.flatMap((path) => layout.folderFor?.(path) ?? []).filter((name) => name !== ''),
    );
    for (const { pattern, kinds } of roots) {
      if (!pattern.includes('*')) {
        listing.searchedRoot(pattern, kinds, computed);
      }
      for (const root of all.expand(pattern)) {
        if (layout.kind === 'database') {
          this.#lookIntoDatabase(adapter, layout, root);
        } else {
          await this.#lookIntoRoot(adapter, layout, { pattern: root, kinds }, computed);
        }
      }
    }
  }

  /** @param owners whose the sessions are that do not say it themselves. */
  async lookInto(other: OtherFolder, owners: readonly number[]): Promise<void> {
    const { listing } = this.#tools;
    listing.searchedFolder(owners, other.folder.path);
    // One that cannot be read may be anybody's; an empty one is nobody's.
    const told = owners.length === 0 ? listing.everyone : owners;
    await this.#add(other, { owners, told, toldOfOthers: owners });
  }

  /** The sessions of a folder that is another project's, as it seems. */
  *sessionsIn({ adapter, layout, folder }: OtherFolder): Generator<StorePlace> {
    const { listing } = this.#tools;
    // One that cannot be listed is likely to be another project's; of one without a name nobody can tell.
    const onFailure: OnFailure = (path, failure) => {
      if (failure.code === 'badName') {
        listing.fail(listing.everyone, path, failure);
      }
    };
    for (const found of sessionsBelow(this.#tools, layout, folder, onFailure)) {
      yield { ...found, layout, adapter };
    }
  }

  async #lookIntoRoot(
    adapter: AgentAdapter,
    layout: SourceLayout,
    { pattern: path, kinds }: NativeRoot,
    computed: readonly (readonly string[])[],
  ): Promise<void> {
    const { listing, fileSystem, style } = this.#tools;
    const listed = fileSystem.list(path);
    if (!listed.ok) {
      if (listed.failure.code !== 'notFound') {
        listing.fail(listing.everyone, path, listed.failure);
      }
      return;
    }
    if (kinds.includes('byFolder')) {
      for (const { name, kind } of listed.value) {
        if (kind === 'folder' || kind === 'link') {
          const folder = { path: style.below(path, name), segments: [name] };
          const other = { adapter, layout, folder, name };
          const owners = computed.flatMap((own, index) => (own.includes(name) ? [index] : []));
          if (owners.length === 0) {
            this.otherFolders.push(other);
          } else {
            await this.lookInto(other, owners);
          }
        }
      }
    }
    if (kinds.includes('flat')) {
      // Each says itself whose it is, and may be anybody's.
      const audience = { owners: [], told: listing.everyone, toldOfOthers: listing.everyone };
      const root = { adapter, layout, folder: { path, segments: [] }, name: '' };
      await this.#add(root, audience, listed.value);
    }
  }

  async #add(
    { adapter, layout, folder }: OtherFolder,
    audience: Audience,
    entries?: readonly FolderEntry[],
  ): Promise<void> {
    const { listing, sources, pacer } = this.#tools;
    const onFailure: OnFailure = (path, failure) => {
      listing.fail(audience.told, path, failure);
    };
    for (const found of sessionsBelow(this.#tools, layout, folder, onFailure, entries)) {
      const place = { ...found, layout, adapter };
      if (!this.paths.has(place.path)) {
        this.paths.add(place.path);
        const stat = sources.stat(place);
        this.#places.push({ place, stat, folder: folder.path, ...audience });
      }
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
  }

  #lookIntoDatabase(
    adapter: AgentAdapter,
    layout: SourceLayout & { kind: 'database' },
    path: string,
  ): void {
    const { listing, sources, fileSystem, style } = this.#tools;
    const file = fileSystem.stat(path);
    const sessions = file.ok ? sources.database(path, layout).sessions() : file;
    if (!sessions.ok) {
      if (sessions.failure.code !== 'notFound' && sessions.failure.code !== 'notAFolder') {
        listing.fail(listing.everyone, path, sessions.failure);
      }
      return;
    }
    for (const { name, stat } of sessions.value.values()) {
      const place = { path: style.below(path, name), segments: [name], layout, adapter };
      this.paths.add(place.path);
      this.#places.push({
        place,
        stat: success(stat),
        folder: path,
        owners: [],
        told: listing.everyone,
        toldOfOthers: listing.everyone,
      });
    }
  }
}
