import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';

/** Whoever still writes a file has written to it within this time. */
const leftBehindMs = 60 * 60 * 1000;

/** Nobody else's files end so. */
const temporaryEnd = '.session-browser.tmp';
const temporaryName = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.session-browser\.tmp$/;

/**
 * A file that is written piece by piece beside its place and put there in one step when it is whole.
 * Whoever begins one must either finish or discard it.
 */
export class NewFile {
  readonly #path: string;
  readonly #target: string;
  readonly #temporary: string;
  readonly #handle: number;
  #bytes = 0;
  #open = true;

  /**
   * @param path absolute and native; a link is followed, so that the file that it names is replaced.
   * @param mode permissions where nothing is there yet; a file that is replaced hands on its own.
   * @throws UserError if nothing can be written there.
   */
  constructor(path: string, mode = 0o666) {
    this.#path = path;
    this.#target = realPath(path);
    removeLeftBehind(dirname(this.#target));
    this.#temporary = `${this.#target}.${randomUUID()}${temporaryEnd}`;
    this.#handle = this.#attempt(() => openSync(this.#temporary, 'wx', mode));
    const replaced = statSync(this.#target, { throwIfNoEntry: false });
    if (replaced?.isFile() === true) {
      this.#attempt(() => {
        fchmodSync(this.#handle, replaced.mode & 0o777);
      });
    }
  }

  /** Bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws UserError */
  write(text: string): void {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) {
      written += this.#attempt(() => writeSync(this.#handle, bytes, written));
    }
    this.#bytes += bytes.length;
  }

  /** Puts the file in its place. @throws UserError */
  finish(): void {
    this.#attempt(() => {
      this.#close();
      renameSync(this.#temporary, this.#target);
    });
  }

  /** Leaves nothing behind; does nothing to a file that is finished. */
  discard(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (this.#open) {
      this.#open = false;
      closeSync(this.#handle);
    }
  }

  #attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw new UserError(t('{0} could not be written: {1}.', this.#path, reason(error)));
    }
  }
}

/** Writes a file in one step. See `NewFile`. @throws UserError */
export function writeText(path: string, text: string, mode: number): void {
  const file = new NewFile(path, mode);
  try {
    file.write(text);
    file.finish();
  } finally {
    file.discard();
  }
}

/** Takes away what a process left that died while it wrote into this folder. */
function removeLeftBehind(folder: string): void {
  try {
    for (const name of readdirSync(folder).filter((each) => temporaryName.test(each))) {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() === true && Date.now() - stats.mtimeMs > leftBehindMs) {
        rmSync(path, { force: true });
      }
    }
  } catch {
    // A folder that cannot be looked into, or a file that cannot be taken away, is no reason not to
    // write; where writing fails too, that says why.
    return;
  }
}

/** The path without links, as far as there is anything on the way that can be looked at. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    // Whoever opens it hears why.
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}

const reasons: Readonly<Record<string, () => string>> = {
  EACCES: () => t('its folder does not allow it'),
  EPERM: () => t('its folder does not allow it, or another program has it open'),
  EBUSY: () => t('another program has it open'),
  EROFS: () => t('the disk is read-only'),
  ENOSPC: () => t('the disk is full'),
  EDQUOT: () => t('your disk quota is used up'),
  ENOENT: () => t('its folder does not exist'),
  ENOTDIR: () => t('its folder is a file'),
  EISDIR: () => t('it is a folder'),
  ENAMETOOLONG: () => t('its name is too long'),
};

function reason(error: unknown): string {
  const code = codeOf(error);
  return (code === undefined ? undefined : reasons[code]?.()) ?? code ?? String(error);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
