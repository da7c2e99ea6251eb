import type { AgentAdapter } from '#agents/contract/adapter.ts';
import type { LogLayout, SourceLayout } from '#agents/contract/sources.ts';
import type { FileStat, FileSystem, FolderEntry, Result } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { PartFinder } from '../sources/log/join.ts';
import { sessionsBelow } from './sessionFiles.ts';
import type { StoreRoots } from './storeRoots.ts';

/** Parts of one session that are read; of more, the latest. No real one has a tenth. */
const mostParts = 100;
/** What was found is good for so long, or until the next list. ms */
const lookMs = 1_000;
/** A folder that was written just before may be written again within one tick of its disk's clock. ms */
const settledMs = 2_000;

type Families = ReadonlyMap<string, readonly string[]>;

/** The logs of one agent in roots that lie beside each other. */
interface Store {
  readonly lookedAt: number;
  /** Paths of the parts of each session, the first part first. */
  readonly families: Families;
  readonly parts: ReadonlyMap<string, string>;
}

interface Listed {
  readonly stat: FileStat;
  readonly entries: readonly FolderEntry[];
  readonly lookedAt: number;
  readonly isSettled: boolean;
}

/**
 * The logs of each session where an agent may keep one in several. One that lies in two places, as an
 * archived one may, counts once. Folders are listed again when they change.
 */
export class LogFamilies implements PartFinder {
  /** Lists each folder once in a look. */
  readonly lists: Pick<FileSystem, 'list'> = { list: (path) => this.#list(path) };
  readonly #lists = new Map<string, Listed>();
  readonly #stores = new Map<string, Store>();
  #lookedAt = 0;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    private readonly roots: StoreRoots,
  ) {}

  /** Looks at everything anew. */
  refresh(): void {
    this.#lookedAt = Date.now();
    this.#stores.clear();
    this.#lists.clear();
  }

  familyOf(path: string): readonly string[] {
    const place = this.roots.locate(path);
    return place === undefined
      ? [path]
      : this.familyAt(place.adapter, place.layout, place.base, path);
  }

  /** The same for who knows where a log lies. @param base see `LocatedPlace`. */
  familyAt(
    adapter: AgentAdapter,
    layout: SourceLayout,
    base: string,
    path: string,
  ): readonly string[] {
    const parts = layout.kind === 'log' ? layout.parts : undefined;
    const part = parts?.partOf(this.style.split(path).name);
    const family = part && this.#storeOf(adapter, base).families.get(part.session);
    return family ?? [path];
  }

  partNear(path: string, part: string): string | undefined {
    const place = this.roots.locate(path);
    return place && this.#storeOf(place.adapter, place.base).parts.get(part);
  }

  #storeOf(adapter: AgentAdapter, base: string): Store {
    const home = this.style.split(base).folder;
    const key = `${adapter.id}\n${home}`;
    const known = this.#stores.get(key);
    const now = Date.now();
    if (known !== undefined && now - known.lookedAt < lookMs) {
      return known;
    }
    if (now - this.#lookedAt >= lookMs) {
      this.#lookedAt = now;
    }
    const store = this.#look(adapter, home);
    this.#stores.set(key, store);
    return store;
  }

  #look(adapter: AgentAdapter, home: string): Store {
    const found = new Map<string, Map<string, string>>();
    const paths = new Map<string, string>();
    for (const { layout, folder } of this.roots.besides(adapter, home)) {
      const tools = { fileSystem: this.lists, style: this.style };
      for (const path of sessionsBelow(tools, layout, folder, () => undefined)) {
        const { name } = this.style.split(path);
        const part = layout.parts.partOf(name);
        if (part !== undefined) {
          const family = found.get(part.session) ?? new Map<string, string>();
          found.set(part.session, family);
          // What is archived comes later, and so does what is compressed.
          const known = family.get(part.part);
          if (known === undefined || isRather(path, known, layout)) {
            family.set(part.part, path);
            paths.set(part.part, path);
          }
        }
      }
    }
    const families = [...found].map(
      ([session, family]) => [session, this.#inOrder([...family.values()])] as const,
    );
    return { lookedAt: Date.now(), families: new Map(families), parts: paths };
  }

  /** Names begin with the time at which a part was begun. */
  #inOrder(paths: string[]): readonly string[] {
    const named = paths.map((path) => ({ path, name: this.style.split(path).name }));
    return named
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(-mostParts)
      .map(({ path }) => path);
  }

  #list(path: string): Result<readonly FolderEntry[]> {
    const known = this.#lists.get(path);
    if (known !== undefined && known.lookedAt >= this.#lookedAt) {
      return { ok: true, value: known.entries };
    }
    const stat = this.fileSystem.stat(path);
    const isSame =
      stat.ok && known?.isSettled === true && known.stat.mtimeMs === stat.value.mtimeMs;
    const lookedAt = Date.now();
    if (isSame) {
      this.#lists.set(path, { ...known, lookedAt });
      return { ok: true, value: known.entries };
    }
    const listed = this.fileSystem.list(path);
    this.#lists.delete(path);
    if (stat.ok && listed.ok) {
      const isSettled = lookedAt - stat.value.mtimeMs > settledMs;
      this.#lists.set(path, { stat: stat.value, entries: listed.value, lookedAt, isSettled });
    }
    return listed;
  }
}

/** Of two files of one part, the one that its agent would write to. */
function isRather(path: string, known: string, { isCompressed }: LogLayout): boolean {
  return isCompressed?.(known) === true && !isCompressed(path);
}
