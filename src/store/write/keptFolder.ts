import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';
import { valueOf, type OneFile } from '../disk/fileSystem.ts';
import { reasonOf } from '../disk/newFile.ts';
import type { PathStyle } from '../disk/pathStyle.ts';
import { lockLog, type HeldLock, type LockOptions } from './logLock.ts';
import { isCopyOf, markOn, pack, packGrowth, type PackedSource } from './packFile.ts';
import { WriteError } from './writeError.ts';
import { DiskError, quietly, type WritableFile, type WriteFiles } from './writeFiles.ts';

/** No copying takes this long; its process was killed. */
const leftBehindMs = 60 * 60 * 1000;

interface KeptFolderOptions extends Pick<LockOptions, 'processes'> {
  readonly files: WriteFiles;
  readonly fileSystem: OneFile;
  readonly now: () => number;
}

/**
 * The folder of all copies, each file of which is packed by itself and grows with what it is a copy of
 * (`packFile.ts`). Whatever leads out of it through a link is not touched.
 */
export class KeptFolder {
  /** @param path absolute and cleaned; need not exist. */
  constructor(
    private readonly style: PathStyle,
    readonly path: string,
    private readonly options: KeptFolderOptions,
  ) {}

  /** Removes a file, or the link in its place but not its target; a folder stays. */
  async removeFile(file: string): Promise<void> {
    const stats = await lstat(file).catch(() => undefined);
    if (stats?.isDirectory() === false && (await this.#isInside(this.style.split(file).folder))) {
      // Another window may be faster.
      await rm(file, { force: true });
    }
  }

  /** Removes a folder and its subfolders if they are empty; the rest belongs to other copies. */
  async removeEmpty(folder: string): Promise<void> {
    if (await this.#isInside(folder)) {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      for (const entry of entries.filter((each) => each.isDirectory())) {
        await this.removeEmpty(this.style.below(folder, entry.name));
      }
      await rmdir(folder).catch(() => undefined);
    }
  }

  /** @throws UserError */
  async requireInside(folder: string): Promise<void> {
    if (!(await this.#isInside(folder))) {
      throw new UserError(t('{0} leads out of the folder with kept copies.', folder));
    }
  }

  /** Whether a folder, as far as it exists, is inside, with no link on the way. */
  async #isInside(folder: string): Promise<boolean> {
    if (this.style.key(folder) === this.style.key(this.path)) {
      return true;
    }
    const stats = await lstat(folder).catch(() => undefined);
    return (
      this.style.isWithin(this.path, folder) &&
      (stats === undefined || stats.isDirectory()) &&
      this.#isInside(this.style.split(folder).folder)
    );
  }

  /** Brings a copy up to date. @returns whether there was anything to copy. @throws DiskError, UserError */
  async copy(from: string, to: string, lock: HeldLock): Promise<boolean> {
    await this.requireInside(this.style.split(to).folder);
    const file = valueOf(this.options.fileSystem.open(from));
    const source = { file, path: from };
    try {
      const updated = await this.#update(source, to, lock);
      if (updated === undefined) {
        await this.#replace(to, (partial) => pack(source, partial, lock.note));
      }
      return updated ?? true;
    } finally {
      file.close();
    }
  }

  /** @returns whether there was anything to append; undefined if the copy has to be made anew. */
  async #update(source: PackedSource, to: string, lock: HeldLock): Promise<boolean | undefined> {
    const copy = this.#opened(to);
    try {
      // Earlier versions copied files as they were.
      const state = copy && (markOn(copy) ?? copy.stat());
      return copy === undefined || state === undefined
        ? undefined
        : isCopyOf(state, source.file.stat)
          ? false
          : (await packGrowth(source, copy, lock.note)) || undefined;
    } finally {
      copy?.close();
    }
  }

  /** Undefined if there is none, or something else in its place. */
  #opened(copy: string): WritableFile | undefined {
    try {
      return this.options.files.open(copy);
    } catch (error) {
      if (error instanceof DiskError && (error.code === 'notFound' || error.code === 'notAFile')) {
        return undefined;
      }
      throw error;
    }
  }

  get #partials(): string {
    return this.style.join(this.path, '.partial');
  }

  /** Removes what killed processes left half copied. */
  async #removeLeftBehind(): Promise<void> {
    for (const name of await readdir(this.#partials).catch(() => [])) {
      const partial = this.style.below(this.#partials, name);
      const { ctimeMs = Infinity } = (await lstat(partial).catch(() => undefined)) ?? {};
      if (this.options.now() - ctimeMs > leftBehindMs) {
        await rm(partial, { force: true });
      }
    }
  }

  /** @param write to a file apart from the copies, of which no half one may be listed. */
  async #replace(to: string, write: (partial: WritableFile) => Promise<void>): Promise<void> {
    const { files } = this.options;
    files.makeFolders(this.#partials);
    const partial = this.style.join(this.#partials, randomUUID());
    const file = files.create(partial);
    try {
      try {
        await write(file);
      } finally {
        file.close();
      }
      files.makeFolders(this.style.split(to).folder);
      files.rename(partial, to);
    } catch (error) {
      quietly(() => {
        files.remove(partial);
      });
      throw error;
    }
  }

  /**
   * Runs work on copies while no other window does.
   *
   * @throws UserError if another does for too long, or the disk refuses.
   */
  async locked<T>(
    refusal: (reason: string) => string,
    work: (lock: HeldLock) => Promise<T>,
  ): Promise<T> {
    const { files, processes } = this.options;
    try {
      files.makeFolders(this.path);
      const lock = await lockLog(files, this.style.join(this.path, '.copying'), {
        ...(processes && { processes }),
      });
      try {
        await this.#removeLeftBehind();
        return await work(lock);
      } finally {
        lock.release();
      }
    } catch (error) {
      if (error instanceof UserError) {
        throw error;
      }
      const isFull = error instanceof DiskError && error.code === 'noSpace';
      const message = refusal(isFull ? t('the disk is full') : reasonOf(error));
      throw new WriteError(isFull ? 'noSpace' : 'other', message);
    }
  }
}
