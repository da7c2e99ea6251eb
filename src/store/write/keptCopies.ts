import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rename, rm, rmdir, stat, utimes } from 'node:fs/promises';
import type { AgentAdapter } from '#agents/contract/adapter.ts';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import type { KeptCopy } from '#protocol/worker.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { keptFolder } from '../roots/storeRoots.ts';
import type { LocatedPlace } from '../roots/places.ts';
import type { SessionStore } from '../sessionStore.ts';
import { DatabaseSource } from '../sources/database/databaseSource.ts';
import { CopyManifests, SessionFiles } from './copyFiles.ts';

/** No copying takes this long; its process was killed. */
const leftBehindMs = 60 * 60 * 1000;
/** File systems keep times of different precision. ms */
const sameTimeMs = 2;

/**
 * Copies of sessions in the extension's own storage, arranged as in their agent's store, so that the
 * same adapter reads them when the agent has deleted the session.
 *
 * A manifest records which files belong to a copy. Copies of earlier versions have none; their files are
 * recognized by name. The log itself is no evidence: it may name any other session.
 */
export class KeptCopies {
  readonly #folder: string;
  readonly #manifests: CopyManifests;
  readonly #files: SessionFiles;

  /** @param folder absolute and native; need not exist. */
  constructor(
    private readonly store: Pick<SessionStore, 'sessionAt' | 'summarize' | 'locate'>,
    private readonly style: PathStyle,
    folder: string,
    private readonly now: () => number = Date.now,
  ) {
    this.#folder = style.cleaned(folder);
    this.#manifests = new CopyManifests(style, this.#folder);
    this.#files = new SessionFiles(style);
  }

  /**
   * Copies what a session's agent stored of it: the log, and what lies beside it under its name. What
   * did not change since is left as it is.
   *
   * @throws UserError if it cannot be separated from its agent's other sessions, or the disk refuses.
   */
  async keep(path: string): Promise<KeptCopy> {
    const { located, place, source } = this.store.sessionAt(path);
    const { id, formerId, isKept } = this.store.summarize(path);
    if (isKept === true) {
      return { isNew: false };
    }
    if (located === undefined || located.subAgent !== undefined) {
      throw new UserError(t('{0} is not in an agent’s session folder.', path));
    }
    const session = { from: located.path, id: formerId ?? id };
    if (source instanceof DatabaseSource) {
      throw new UserError(
        t(
          '{0} keeps all sessions together in a way that gives no copy of one of them. Export the session instead.',
          place.label,
        ),
      );
    }
    try {
      return { isNew: await this.#copyFiles(located, place, session) };
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
   * Deletes a copy, and nothing that belongs to another one as well.
   *
   * @throws UserError for a session that is none, or if the disk refuses.
   */
  async remove(path: string): Promise<void> {
    const { located } = this.store.sessionAt(path);
    const isKept = this.style.isWithin(this.#folder, path);
    if (located === undefined || located.subAgent !== undefined || !isKept) {
      throw new UserError(t('This session belongs to its agent. You can delete only copies here.'));
    }
    const session = sessionFile(located);
    await this.#requireInside(this.style.split(session).folder);
    try {
      const manifest = await this.#manifests.read(session);
      const all = manifest?.files ?? (await this.#files.all(located));
      const beside = all.filter((each) => each !== session);
      const others = beside.length === 0 ? undefined : await this.#filesOfOthers(located);
      const folders = await this.#files.folders(located);
      // The session itself comes last: as long as it is listed, it can be deleted again.
      for (const file of [...beside.filter((each) => others?.has(each) === false), session]) {
        await this.#removeFile(file);
      }
      for (const folder of folders) {
        await this.#removeEmpty(folder);
      }
      await this.#manifests.remove(session);
    } catch (error) {
      throw new UserError(
        t('The copy could not be deleted: {0}', error instanceof Error ? error.message : ''),
      );
    }
  }

  /** Files of other copies of this agent's sessions, by their manifests and names. */
  async #filesOfOthers(copy: LocatedPlace): Promise<ReadonlySet<string>> {
    const files = new Set<string>();
    // Earlier versions copied a session's rows into a database in a folder of its own.
    if (copy.layout.kind !== 'database') {
      const agent = keptFolder(this.style, this.#folder, copy.adapter, copy.layout);
      for (const { parentPath, name } of await readdir(agent, {
        recursive: true,
        withFileTypes: true,
      })) {
        const path = this.style.below(parentPath, name);
        const other = path === copy.path ? undefined : this.store.locate(path);
        if (other !== undefined && other.subAgent === undefined) {
          const manifest = await this.#manifests.read(path);
          for (const file of [...(manifest?.files ?? []), ...(await this.#files.all(other))]) {
            files.add(file);
          }
        }
      }
    }
    return files;
  }

  /** Removes a file, or the link in its place but not its target; a folder stays. */
  async #removeFile(file: string): Promise<void> {
    const stats = await lstat(file).catch(() => undefined);
    if (stats?.isDirectory() === false && (await this.#isInside(this.style.split(file).folder))) {
      // Another window may be faster.
      await rm(file, { force: true });
    }
  }

  /** Removes a folder and its subfolders if they are empty; the rest belongs to other copies. */
  async #removeEmpty(folder: string): Promise<void> {
    if (await this.#isInside(folder)) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries.filter((each) => each.isDirectory())) {
        await this.#removeEmpty(this.style.below(folder, entry.name));
      }
      await rmdir(folder).catch(() => undefined);
    }
  }

  /** Whether a folder, as far as it exists, is inside the folder of all copies, with no link on the way. */
  async #isInside(folder: string): Promise<boolean> {
    if (this.style.key(folder) === this.style.key(this.#folder)) {
      return true;
    }
    const stats = await lstat(folder).catch(() => undefined);
    return (
      this.style.isWithin(this.#folder, folder) &&
      (stats === undefined || stats.isDirectory()) &&
      this.#isInside(this.style.split(folder).folder)
    );
  }

  async #requireInside(folder: string): Promise<void> {
    if (!(await this.#isInside(folder))) {
      throw new UserError(t('{0} leads out of the folder with kept copies.', folder));
    }
  }

  get #partials(): string {
    return this.style.join(this.#folder, '.partial');
  }

  /** The folder below which a copy has the same names as the agent's own. */
  #baseOf({ layout, base }: LocatedPlace): string {
    // The trees of a session's entries and their parts lie beside that of the sessions.
    const above = layout.kind === 'folder' ? layout.folder.split('/') : [''];
    return above.reduce((path) => this.style.split(path).folder, base);
  }

  /** @returns whether there was anything to copy. */
  async #copy(from: string, to: string): Promise<boolean> {
    const [source, before] = await Promise.all([stat(from), lstat(to).catch(() => undefined)]);
    const isSame =
      before?.isFile() === true &&
      before.size === source.size &&
      Math.abs(before.mtimeMs - source.mtimeMs) < sameTimeMs;
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
  async #copyFiles(located: LocatedPlace, { id: agent }: AgentAdapter, session: KeptSession) {
    const from = this.#baseOf(located);
    const copyOf = (file: string) => this.style.join(this.#folder, agent, file.slice(from.length));
    // The session itself comes last: with it, the copy is listed.
    const others = (located.family ?? []).filter((each) => each !== located.path);
    const files = [...others, ...(await this.#files.all(located))];
    await this.#writeDown(copyOf(located.path), session, files.map(copyOf));
    let isNew = false;
    for (const file of files) {
      isNew = (await this.#copy(file, copyOf(file))) || isNew;
    }
    return isNew;
  }

  /**
   * Records the files that will belong to a copy, along with those it has.
   *
   * @param copy the session's own file in it.
   * @throws UserError if the copy is another session's.
   */
  async #writeDown(copy: string, session: KeptSession, files: readonly string[]): Promise<void> {
    const before = await this.#manifests.read(copy);
    const isThere = existsSync(copy);
    if (
      isThere &&
      before !== undefined &&
      before.from !== session.from &&
      before.id !== session.id
    ) {
      throw new UserError(
        t(
          'There is already a copy of {0}, a session of the same name. Export this session instead.',
          before.from,
        ),
      );
    }
    const earlier = before === undefined && isThere ? this.store.locate(copy) : undefined;
    const kept = before?.files ?? (earlier === undefined ? [] : await this.#files.all(earlier));
    const all = [...new Set([...kept, ...files])];
    const isSame = before?.from === session.from && before.files.length === all.length;
    if (!isSame) {
      this.#manifests.write(copy, { ...session, files: all });
    }
    await this.#removeLeftBehind();
  }

  /** Removes what killed processes left half copied. */
  async #removeLeftBehind(): Promise<void> {
    for (const name of await readdir(this.#partials).catch(() => [])) {
      const partial = this.style.below(this.#partials, name);
      // It has the date of the session already.
      const { ctimeMs = Infinity } = (await lstat(partial).catch(() => undefined)) ?? {};
      if (this.now() - ctimeMs > leftBehindMs) {
        await rm(partial, { force: true });
      }
    }
  }

  /** @param write to a file apart from the copies, of which no half one may be listed. */
  async #replace(to: string, write: (partial: string) => Promise<void> | void): Promise<void> {
    const { folder } = this.style.split(to);
    await this.#requireInside(folder);
    const partial = this.style.join(this.#partials, randomUUID());
    await mkdir(this.#partials, { recursive: true });
    try {
      await write(partial);
      await mkdir(folder, { recursive: true });
      await rename(partial, to);
    } finally {
      await rm(partial, { force: true });
    }
  }
}

interface KeptSession {
  readonly from: string;
  readonly id: string;
}

function sessionFile({ layout, base, path }: LocatedPlace): string {
  return layout.kind === 'database' ? base : path;
}
