import type { FileSystem } from './fileSystem.ts';
import type { PathStyle } from './pathStyle.ts';

/**
 * Tells which of the open folders a log's `cwd` is. One folder has many spellings (a link, a drive
 * letter's case, a separator at the end): two paths are the same folder when their text or their real
 * paths are equal. A folder that is gone is compared by its text.
 */
export class FolderMatcher {
  readonly #fileSystem: FileSystem;
  readonly #style: PathStyle;
  readonly #folders = new Map<string, Set<number>>();
  readonly #known = new Map<string, readonly number[]>();

  /** @param folders native absolute paths. */
  constructor(fileSystem: FileSystem, style: PathStyle, folders: readonly string[]) {
    this.#fileSystem = fileSystem;
    this.#style = style;
    folders.forEach((folder, index) => {
      for (const key of this.#keys(folder, true)) {
        const indices = this.#folders.get(key) ?? new Set();
        this.#folders.set(key, indices.add(index));
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
      for (const key of this.#keys(cwd, !this.#style.isRemote(cwd))) {
        for (const index of this.#folders.get(key) ?? []) {
          found.add(index);
        }
      }
    }
    const indices = [...found];
    this.#known.set(cwd, indices);
    return indices;
  }

  #keys(path: string, askDisk: boolean): string[] {
    const keys = [this.#style.key(path)];
    const real = askDisk ? this.#fileSystem.realpath(path) : undefined;
    if (real?.ok === true) {
      keys.push(this.#style.key(real.value));
    }
    return keys;
  }
}
