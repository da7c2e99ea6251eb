import {
  isSameState,
  readRange,
  withFile,
  type FileStat,
  type FileSystem,
} from '../disk/fileSystem.ts';

/** Settings files of agents hold a few lines; a larger one is not what it says it is. */
export const maxConfigBytes = 1024 * 1024;

interface KnownConfig {
  readonly stat: FileStat;
  /** Undefined for one that is too large: the agent's usual places hold then. */
  readonly text: string | undefined;
}

/** Texts of agents' own settings files, read again only when they changed. */
export class AgentConfigs {
  readonly #fileSystem: FileSystem;
  readonly #known = new Map<string, KnownConfig>();

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /**
   * Looks at a file again: one stat, and the reading only if that says something new.
   *
   * @returns whether its text is another than before.
   */
  refresh(path: string): boolean {
    const before = this.#known.get(path);
    const stat = this.#fileSystem.stat(path);
    if (stat.ok && before !== undefined && isSameState(stat.value, before.stat)) {
      return false;
    }
    const read = stat.ok ? this.#read(path) : undefined;
    if (read === undefined) {
      this.#known.delete(path);
    } else {
      this.#known.set(path, read);
    }
    return read?.text !== before?.text;
  }

  /** What a file held when it was last looked at; undefined if it could not be read. */
  text(path: string): string | undefined {
    return this.#known.get(path)?.text;
  }

  #read(path: string): KnownConfig | undefined {
    let stat: FileStat | undefined;
    const bytes = withFile(this.#fileSystem, path, (file) => {
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
