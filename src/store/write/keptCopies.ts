import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { KeptCopy } from '#protocol/worker.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import type { LocatedPlace } from '../roots/storeRoots.ts';
import type { SessionStore } from '../sessionStore.ts';

/** File systems keep times of different precision. ms */
const sameTimeMs = 2;

/**
 * Copies of sessions in the extension's own storage, arranged as in their agent's store, so that the
 * same adapter reads them when the agent has deleted the session.
 */
export class KeptCopies {
  readonly #store: Pick<SessionStore, 'sessionAt' | 'summarise'>;
  readonly #style: PathStyle;
  readonly #folder: string;

  /** @param options.folder absolute and native; need not exist. */
  constructor(options: {
    readonly store: Pick<SessionStore, 'sessionAt' | 'summarise'>;
    readonly style: PathStyle;
    readonly folder: string;
  }) {
    this.#store = options.store;
    this.#style = options.style;
    this.#folder = options.folder;
  }

  /**
   * Copies what a session's agent stored of it: the log, and what lies beside it under its name. A file
   * that did not change since is left as it is.
   *
   * @throws UserError if the session has no files of its own, or the disk refuses.
   */
  async keep(path: string): Promise<KeptCopy> {
    const { located, place } = this.#store.sessionAt(path);
    const { id, isKept } = this.#store.summarise(path);
    if (isKept === true) {
      return { isNew: false };
    }
    if (located === undefined || located.subAgent !== undefined) {
      throw new UserError(t('{0} is not in an agent’s session folder.', path));
    }
    const { kind } = located.layout;
    if (kind !== 'log' && kind !== 'document') {
      throw new UserError(
        t('{0} keeps all sessions together, so one of them cannot be copied.', place.label),
      );
    }
    const { name } = this.#style.split(located.base);
    const target = this.#style.join(this.#folder, place.id, name);
    try {
      // The session itself comes last: with it, the copy is listed.
      for (const file of await this.#beside(located, id)) {
        await this.#copy(file, this.#style.join(target, file.slice(located.base.length)));
      }
      return { isNew: await this.#copy(path, this.#style.join(target, ...located.names)) };
    } catch (error) {
      throw new UserError(
        t('The copy could not be written: {0}', error instanceof Error ? error.message : ''),
      );
    }
  }

  /**
   * Deletes a copy.
   *
   * @throws UserError for a session that is none, or if the disk refuses.
   */
  async remove(path: string): Promise<void> {
    const { located } = this.#store.sessionAt(path);
    const { id, isKept } = this.#store.summarise(path);
    if (located === undefined || isKept !== true) {
      throw new UserError(t('This session is its agent’s own. Only copies can be deleted here.'));
    }
    try {
      // The session itself comes first: without it, nothing is listed.
      await rm(path);
      for (const folder of await this.#foldersOf(path, id)) {
        await rm(folder, { recursive: true });
      }
    } catch (error) {
      throw new UserError(
        t('The copy could not be deleted: {0}', error instanceof Error ? error.message : ''),
      );
    }
  }

  /** Folders beside a log that are named after it, or after its session. */
  async #foldersOf(path: string, id: string): Promise<readonly string[]> {
    const { folder, name } = this.#style.split(path);
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .filter((entry) => entry.name === id || entry.name === name.replace(/\.[^.]+$/u, ''))
      .map((entry) => this.#style.below(folder, entry.name));
  }

  /** Files that say whose folder it is, or what the session is called, and those of its sub-agents. */
  async #beside({ layout, base, path }: LocatedPlace, id: string): Promise<readonly string[]> {
    const { folder } = this.#style.split(path);
    const known = [
      ...(layout.folderFile === undefined ? [] : [this.#style.below(base, layout.folderFile.name)]),
      ...(layout.kind === 'log' && layout.about !== undefined
        ? [this.#style.below(folder, layout.about.file)]
        : []),
    ];
    const below = await Promise.all(
      (await this.#foldersOf(path, id)).map(async (start) => {
        const found = await readdir(start, { recursive: true, withFileTypes: true });
        return found
          .filter((each) => each.isFile())
          .map((each) => this.#style.below(each.parentPath, each.name));
      }),
    );
    const files = await Promise.all(
      known.map(async (file) =>
        (await stat(file).catch(() => undefined))?.isFile() === true ? [file] : [],
      ),
    );
    return [...files, ...below].flat();
  }

  /** @returns whether there was anything to copy. */
  async #copy(from: string, to: string): Promise<boolean> {
    const [source, before] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
    const isSame =
      before?.size === source.size && Math.abs(before.mtimeMs - source.mtimeMs) < sameTimeMs;
    if (isSame) {
      return false;
    }
    // Apart from the copies, of which no half one may be listed.
    const partial = this.#style.join(this.#folder, '.partial', randomUUID());
    await mkdir(this.#style.split(partial).folder, { recursive: true });
    await mkdir(this.#style.split(to).folder, { recursive: true });
    try {
      await copyFile(from, partial);
      await utimes(partial, source.atimeMs / 1_000, source.mtimeMs / 1_000);
      await rename(partial, to);
    } finally {
      await rm(partial, { force: true });
    }
    return true;
  }
}
