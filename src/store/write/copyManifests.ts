import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import type { PathStyle } from '../disk/pathStyle.ts';
import { replaceFile } from '../disk/replaceFile.ts';

/** What was written down of a copy when it was made. Paths are absolute and native. */
export interface CopyManifest {
  /** The session that it is of, in its agent's store. */
  readonly from: string;
  /** As that session's log said. */
  readonly id: string;
  /** All files of the copy. */
  readonly files: readonly string[];
}

/** A copy of a hundred thousand files has half as much. */
const maxBytes = 16 * 1024 * 1024;

/**
 * A file for each kept copy that says which files are its own. It is written whole before any of them
 * is, so that it never says less. Anybody may have changed it since: it is believed only if all it names lies
 * in the folder of that agent's copies.
 */
export class CopyManifests {
  /** @param folder with the copies, by agent; absolute and native. */
  constructor(
    private readonly style: PathStyle,
    private readonly folder: string,
  ) {}

  /**
   * @param session file of the copy that the list shows.
   * @returns undefined if there is none that can be believed, as of copies of earlier versions.
   */
  async read(session: string): Promise<CopyManifest | undefined> {
    const path = this.#pathFor(session);
    try {
      const text = (await stat(path)).size > maxBytes ? '' : await readFile(path, 'utf8');
      return this.#parse(JSON.parse(text), session);
    } catch {
      // Not there, or damaged.
      return undefined;
    }
  }

  /** @throws the disk's error; what was there before stays. */
  write(session: string, { from, id, files }: CopyManifest): void {
    const content = { version: 1, from, id, files: files.map((file) => this.#nameOf(file)) };
    replaceFile(this.#pathFor(session), new TextEncoder().encode(JSON.stringify(content)));
  }

  async remove(session: string): Promise<void> {
    await rm(this.#pathFor(session), { force: true });
  }

  #parse(content: unknown, session: string): CopyManifest | undefined {
    const { version, from, id, files } = content as Readonly<Record<string, unknown>>;
    if (
      version !== 1 ||
      typeof from !== 'string' ||
      typeof id !== 'string' ||
      !Array.isArray(files)
    ) {
      return undefined;
    }
    const [agent = ''] = this.#nameOf(session).split('/');
    const paths = files.map((name: unknown) => this.#fileOf(name, agent));
    return paths.every((path) => path !== undefined) ? { from, id, files: paths } : undefined;
  }

  /** Undefined for a name that does not lead into the folder of this agent's copies. */
  #fileOf(name: unknown, agent: string): string | undefined {
    const names = typeof name === 'string' ? name.split('/') : [];
    const path = names.reduce((above, each) => this.style.below(above, each), this.folder);
    const ofAgent = this.style.below(this.folder, agent);
    // Spelled in the one way that we write: without `..`, and with no separator but `/`.
    const isOurs = this.#nameOf(path) === name && !path.includes('\0');
    return isOurs && this.style.isWithin(ofAgent, path) ? path : undefined;
  }

  /** From the folder with all copies, with `/`. */
  #nameOf(path: string): string {
    const above = this.style.segments(this.folder).length;
    return this.style.segments(path).slice(above).join('/');
  }

  #pathFor(session: string): string {
    const name = createHash('sha256').update(this.#nameOf(session)).digest('hex');
    return this.style.join(this.folder, '.copies', `${name}.json`);
  }
}
