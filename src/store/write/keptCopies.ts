import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import { valueOf } from '../disk/fileSystem.ts';
import type { KeptCopy } from '#protocol/worker.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { keptFolder, type LocatedPlace } from '../roots/storeRoots.ts';
import type { SessionStore } from '../sessionStore.ts';
import { DatabaseSource } from '../sources/database/databaseSource.ts';
import { copyRows } from './copyRows.ts';

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
   * Copies what a session's agent stored of it: the log, and what lies beside it under its name; or its
   * rows. What did not change since is left as it is.
   *
   * @throws UserError if it cannot be separated from its agent's other sessions, or the disk refuses.
   */
  async keep(path: string): Promise<KeptCopy> {
    const { located, place, source } = this.#store.sessionAt(path);
    const { id, isKept } = this.#store.summarise(path);
    if (isKept === true) {
      return { isNew: false };
    }
    if (located === undefined || located.subAgent !== undefined) {
      throw new UserError(t('{0} is not in an agent’s session folder.', path));
    }
    try {
      const isNew =
        source instanceof DatabaseSource
          ? await this.#copyRows(source, place)
          : await this.#copyFiles(located, id, place);
      return { isNew };
    } catch (error) {
      if (error instanceof UserError) {
        throw error;
      }
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
      throw new UserError(t('This session belongs to its agent. You can delete only copies here.'));
    }
    try {
      if (located.layout.kind === 'database') {
        await rm(this.#style.split(located.base).folder, { recursive: true });
        return;
      }
      // The session itself comes first: without it, nothing is listed.
      await rm(path);
      for (const folder of await this.#foldersOf(located, id)) {
        await rm(folder, { recursive: true });
      }
    } catch (error) {
      throw new UserError(
        t('The copy could not be deleted: {0}', error instanceof Error ? error.message : ''),
      );
    }
  }

  /** The folder below which a copy has the same names as the agent's own. */
  #baseOf({ layout, base }: LocatedPlace): string {
    // The trees of a session's entries and their parts lie beside that of the sessions.
    const above = layout.kind === 'folder' ? layout.folder.split('/') : [''];
    return above.reduce((path) => this.#style.split(path).folder, base);
  }

  /** Folders with entries and their parts, or those beside a log that are named after it or its session. */
  async #foldersOf({ layout, path, names }: LocatedPlace, id: string): Promise<readonly string[]> {
    const { folder, name: file } = this.#style.split(path);
    if (layout.kind === 'folder') {
      const session = layout.fallbackId(names);
      // No ID has a dot, and one of nothing else would lead out of its tree.
      if (session.includes('.')) {
        return [];
      }
      const ofEntries = this.#style.join(folder, ...layout.entriesIn(session));
      const ofParts = (await readdir(ofEntries).catch(() => [])).flatMap((name) => {
        const [, entry] = /^([^.]+)\.json$/.exec(name) ?? [];
        const parts = entry === undefined ? undefined : layout.partsIn?.(entry);
        return parts === undefined ? [] : [this.#style.join(folder, ...parts)];
      });
      return [ofEntries, ...ofParts].filter((each) => existsSync(each));
    }
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .filter((entry) => entry.name === id || entry.name === file.replace(/\.[^.]+$/u, ''))
      .map((entry) => this.#style.below(folder, entry.name));
  }

  /** Files that say whose folder it is, or what the session is called, and those of its sub-agents. */
  async #beside(located: LocatedPlace, id: string): Promise<readonly string[]> {
    const { layout, base, path } = located;
    const { folder } = this.#style.split(path);
    const known = [
      ...(layout.folderFile === undefined ? [] : [this.#style.below(base, layout.folderFile.name)]),
      ...(layout.kind === 'log' && layout.about !== undefined
        ? [this.#style.below(folder, layout.about.file)]
        : []),
    ];
    const below = await Promise.all(
      (await this.#foldersOf(located, id)).map(async (start) => {
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
    await this.#replace(to, async (partial) => {
      await copyFile(from, partial);
      await utimes(partial, source.atimeMs / 1_000, source.mtimeMs / 1_000);
    });
    return true;
  }

  /** @returns whether there was anything to copy. */
  async #copyFiles(located: LocatedPlace, id: string, { id: agent }: AgentAdapter) {
    const from = this.#baseOf(located);
    let isNew = false;
    // The session itself comes last: with it, the copy is listed.
    for (const file of [...(await this.#beside(located, id)), located.path]) {
      const to = this.#style.join(this.#folder, agent, file.slice(from.length));
      isNew = (await this.#copy(file, to)) || isNew;
    }
    return isNew;
  }

  /**
   * A database of its own for a session that its agent keeps in one with others.
   *
   * @returns whether there was anything to copy.
   */
  async #copyRows(source: DatabaseSource, place: AgentAdapter): Promise<boolean> {
    const { layout } = source.database;
    if (layout.copied === undefined) {
      throw new UserError(
        t(
          '{0} keeps all sessions together in a way that gives no copy of one of them. Export the session instead.',
          place.label,
        ),
      );
    }
    // No folder above, whatever the session is called.
    const name = `session-${source.name.replace(/\.jsonl$/, '')}`;
    const folder = keptFolder(this.#style, this.#folder, place, layout, name);
    const to = this.#style.join(folder, layout.file);
    if (existsSync(to) && this.#isSame(source, this.#style.below(to, source.name))) {
      return false;
    }
    await this.#replace(to, (partial) => {
      valueOf(copyRows(source, partial));
    });
    return true;
  }

  #isSame(source: DatabaseSource, copy: string): boolean {
    const [now, before] = [source.stat(), this.#store.sessionAt(copy).source.stat()];
    return (
      now.ok &&
      before.ok &&
      now.value.size === before.value.size &&
      now.value.mtimeMs === before.value.mtimeMs
    );
  }

  /** @param write to a file apart from the copies, of which no half one may be listed. */
  async #replace(to: string, write: (partial: string) => Promise<void> | void): Promise<void> {
    const partial = this.#style.join(this.#folder, '.partial', randomUUID());
    await mkdir(this.#style.split(partial).folder, { recursive: true });
    await mkdir(this.#style.split(to).folder, { recursive: true });
    try {
      await write(partial);
      await rename(partial, to);
    } finally {
      await rm(partial, { force: true });
    }
  }
}
