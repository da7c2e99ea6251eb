import type { FileSystem } from '../disk/fileSystem.ts';
import type { PathStyle } from '../disk/pathStyle.ts';

/**
 * Tells which of the open folders a log's `cwd` is. One folder has many spellings (a link, a drive
 * letter's case, a separator at the end): two paths are the same folder when their text or their real
 * paths are equal. A folder that is gone is compared by its text.
 */
export class FolderMatcher {
  /** For each open folder: how it is opened, and its real path if that is another one. */
  readonly spellings: readonly (readonly string[])[];
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #folders = new Map<string, Set<number>>();
  readonly #known = new Map<string, readonly number[]>();

  /** @param folders native absolute paths. */
  constructor(fileSystem: FileSystem, style: PathStyle, folders: readonly string[]) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    this.spellings = folders.map((folder) => this.#spellings(folder, true));
    this.spellings.forEach((spellings, index) => {
      for (const path of spellings) {
        const key = style.key(path);
        this.#folders.set(key, (this.#folders.get(key) ?? new Set()).add(index));
      }
    });
  }

  /** Places in the list of folders that `cwd`, as a log spells it, is another name of. */
  foldersOf(cwd: string): readonly number[] {
    const known = this.#known.get(cwd);
    if (known !== undefined) {
      return known;
    }
    const found = new Set<number>();
    if (this.#style.isAbsolute(cwd) && !cwd.includes('\0')) {
      for (const path of this.#spellings(cwd, !this.#style.isRemote(cwd))) {
        for (const index of this.#folders.get(this.#style.key(path)) ?? []) {
          found.add(index);
        }
      }
    }
    const indices = [...found];
    this.#known.set(cwd, indices);
    return indices;
  }

  #spellings(path: string, askDisk: boolean): readonly string[] {
    const spelled = this.#style.cleaned(path);
    const real = askDisk ? this.#fileSystem.realpath(path) : undefined;
    return real?.ok === true && real.value !== spelled ? [spelled, real.value] : [spelled];
  }
}
