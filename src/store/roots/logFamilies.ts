import type { AgentAdapter, SourceLayout } from '#agents/contract/adapter.ts';
import type { LogPart } from '#agents/contract/logParts.ts';
import type { LogLayout } from '#agents/contract/sources.ts';
import type { FileFailure, FileStat, FileSystem, FolderEntry, Result } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { PartFinder } from '../sources/log/join.ts';
import { type PartedLayout, isParted } from './places.ts';
import { sessionsBelow, type OnFailure } from './sessionFiles.ts';
import type { StoreRoots } from './storeRoots.ts';

/** Parts of one session that are read; of more, the latest. No real one has a tenth. */
const mostParts = 100;
/** What was found is good for so long, or until the next list. ms */
const lookMs = 1_000;
/** A folder that was written just before may be written again within one tick of its disk's clock. ms */
const settledMs = 2_000;

/** The logs of one agent in roots that lie beside each other. */
interface Store {
  readonly lookedAt: number;
  /** Paths of the parts of each session that has several files, the first part first. */
  readonly families: ReadonlyMap<string, readonly string[]>;
  /** The log of each part. */
  readonly parts: ReadonlyMap<string, string>;
}

interface PartAt extends Pick<LogPart, 'part' | 'order'> {
  readonly path: string;
}

interface Below {
  readonly paths: readonly string[];
  readonly failures: ReadonlyMap<string, FileFailure>;
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
  /** What lies below each folder, once in a look. */
  readonly #below = new Map<string, Below>();
  readonly #lists = new Map<string, Listed>();
  readonly #stores = new Map<string, Store>();
  #lookedAt = 0;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    private readonly roots: StoreRoots,
  ) {}

  /** Looks at everything again. */
  refresh(): void {
    this.#lookedAt = Date.now();
    this.#stores.clear();
    this.#below.clear();
    this.#lists.clear();
  }

  /** Paths of the logs below a folder; see `sessionsBelow`. */
  logsBelow(layout: PartedLayout, folder: string, onFailure: OnFailure): readonly string[] {
    const key = [folder, ...layout.path].join('\n');
    let below = this.#below.get(key);
    if (below === undefined) {
      const failures = new Map<string, FileFailure>();
      const tools = { fileSystem: { list: (path: string) => this.#list(path) }, style: this.style };
      const paths = sessionsBelow(tools, layout, folder, (path, failed) => {
        failures.set(path, failed);
      });
      below = { paths, failures };
      this.#below.set(key, below);
    }
    for (const [path, failed] of below.failures) {
      onFailure(path, failed);
    }
    return below.paths;
  }

  familyOf(path: string): readonly string[] {
    const place = this.roots.locate(path);
    return place === undefined
      ? [path]
      : this.familiesAt(place.adapter, place.layout, place.base)(path);
  }

  /**
   * The same for all logs of a place: nearly all are alone, and ten thousand are asked for at a time.
   *
   * @param base see `LocatedPlace`.
   */
  familiesAt(
    adapter: AgentAdapter,
    layout: SourceLayout,
    base: string,
  ): (path: string) => readonly string[] {
    if (!isParted(layout)) {
      return (path) => [path];
    }
    const { families } = this.#storeOf(adapter, base);
    return (path) => {
      const part =
        families.size === 0 ? undefined : layout.parts.partOf(this.style.split(path).name);
      return (part && families.get(part.session)) ?? [path];
    };
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
      this.#below.clear();
    }
    const store = this.#look(adapter, home);
    this.#stores.set(key, store);
    return store;
  }

  #look(adapter: AgentAdapter, home: string): Store {
    const firsts = new Map<string, PartAt>();
    const several = new Map<string, Map<string, PartAt>>();
    const parts = new Map<string, string>();
    for (const { layout, folder } of this.roots.besides(adapter, home)) {
      for (const path of this.logsBelow(layout, folder, () => undefined)) {
        const found = layout.parts.partOf(this.style.split(path).name);
        if (found === undefined) {
          continue;
        }
        const { session, part, order } = found;
        const first = firsts.get(session);
        if (first === undefined) {
          firsts.set(session, { part, path, order });
          parts.set(part, path);
          continue;
        }
        const family = several.get(session) ?? new Map([[first.part, first]]);
        several.set(session, family);
        // What is archived comes later, and so does what is compressed.
        const known = family.get(part);
        if (known === undefined || isRather(path, known.path, layout)) {
          family.set(part, { part, path, order });
          parts.set(part, path);
        }
      }
    }
    const families = [...several].map(
      ([session, family]) => [session, inOrder([...family.values()])] as const,
    );
    return { lookedAt: Date.now(), families: new Map(families), parts };
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

function inOrder(parts: PartAt[]): readonly string[] {
  return parts
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(-mostParts)
    .map(({ path }) => path);
}

/** Of two files of one part, the one that its agent would write to. */
function isRather(path: string, known: string, { isCompressed }: LogLayout): boolean {
  return isCompressed?.(known) === true && !isCompressed(path);
}
