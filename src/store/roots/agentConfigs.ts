import {
  isSameState,
  readRange,
  withFile,
  type FileStat,
  type FileSystem,
} from '../disk/fileSystem.ts';

/** Agents' settings files have a few lines, lists of sessions thousands; a larger file is something else. */
export const maxConfigBytes = 4 * 1024 * 1024;

interface CachedConfig {
  readonly stat: FileStat;
  /** Undefined if the file is too large; the agent's default places apply. */
  readonly text: string | undefined;
}

/** Agents' own settings files, reread only when changed. */
export class AgentConfigs {
  readonly #cache = new Map<string, CachedConfig>();

  constructor(private readonly fileSystem: FileSystem) {}

  /**
   * Checks a file: one stat, and a read only if it changed.
   *
   * @returns whether its text changed.
   */
  refresh(path: string): boolean {
    const before = this.#cache.get(path);
    const stat = this.fileSystem.stat(path);
    if (stat.ok && before !== undefined && isSameState(stat.value, before.stat)) {
      return false;
    }
    const read = stat.ok ? this.#read(path) : undefined;
    if (read === undefined) {
      this.#cache.delete(path);
    } else {
      this.#cache.set(path, read);
    }
    return read?.text !== before?.text;
  }

  /** A file's text at the last check; undefined if it could not be read. */
  text(path: string): string | undefined {
    return this.#cache.get(path)?.text;
  }

  #read(path: string): CachedConfig | undefined {
    let stat: FileStat | undefined;
    const bytes = withFile(this.fileSystem, path, (file) => {
      stat = file.stat;
      return readRange(file, 0, Math.min(file.stat.size, maxConfigBytes));
    });
    if (!bytes.ok || stat === undefined) {
      return undefined;
    }
    const text = stat.size > maxConfigBytes ? undefined : new TextDecoder().decode(bytes.value);
    return { stat, text };
  }
}
