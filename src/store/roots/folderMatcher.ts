import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';

/**
 * Matches a log's `cwd` to open folders. A folder has many spellings (a link, a drive letter's
 * case, a trailing separator): two paths are the same folder if their text or their real paths are
 * equal. Deleted folders are compared by text.
 */
export class FolderMatcher {
  /** For each open folder, its path as opened, and its real path if different. */
  readonly spellings: readonly (readonly string[])[];
  readonly #folders = new Map<string, Set<number>>();
  readonly #cache = new Map<string, readonly number[]>();

  /** @param folders native absolute paths. */
  constructor(
    private readonly fileSystem: FileSystem,
    private readonly style: PathStyle,
    folders: readonly string[],
  ) {
    this.spellings = folders.map((folder) => this.#spellings(folder, true));
    this.spellings.forEach((spellings, index) => {
      for (const path of spellings) {
        const key = style.key(path);
        this.#folders.set(key, (this.#folders.get(key) ?? new Set()).add(index));
      }
    });
  }

  /** Indexes of the folders that `cwd`, as spelled in a log, refers to. */
  foldersOf(cwd: string): readonly number[] {
    const cached = this.#cache.get(cwd);
    if (cached !== undefined) {
      return cached;
    }
    const indices = [...new Set(this.spellingsOf(cwd).flatMap((path) => this.opened(path)))];
    this.#cache.set(cwd, indices);
    return indices;
  }

  /** How a folder is spelled in a log, and its real path if different; none for what is no path here. */
  spellingsOf(cwd: string): readonly string[] {
    return this.style.isAbsolute(cwd) && !cwd.includes('\0')
      ? this.#spellings(cwd, !this.style.isRemote(cwd))
      : [];
  }

  /** Indexes of the folders with this path, as it is spelled. */
  opened(path: string): readonly number[] {
    return [...(this.#folders.get(this.style.key(path)) ?? [])];
  }

  #spellings(path: string, askDisk: boolean): readonly string[] {
    const spelled = this.style.cleaned(path);
    const real = askDisk ? this.fileSystem.realpath(path) : undefined;
    return real?.ok === true && real.value !== spelled ? [spelled, real.value] : [spelled];
  }
}
