import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
  type BigIntStats,
  type Dirent,
  type Stats,
} from 'node:fs';
import {
  failure,
  success,
  type FileFailureCode,
  type FileStat,
  type FileSystem,
  type FileWork,
  type FolderEntry,
  type OpenFile,
  type Result,
} from './fileSystem.ts';

/** The disk, through Node. */
export class NodeFileSystem implements FileSystem {
  readonly work: FileWork = { listed: 0, stated: 0, opened: 0, closed: 0, bytesRead: 0 };

  list(path: string): Result<readonly FolderEntry[]> {
    this.work.listed += 1;
    return attempt(path, () =>
      readdirSync(path, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: kindOf(entry),
      })),
    );
  }

  stat(path: string): Result<FileStat> {
    this.work.stated += 1;
    return attempt(path, () => toFileStat(exactIds ? statSync(path, big) : statSync(path)));
  }

  realpath(path: string): Result<string> {
    return attempt(path, () => realpathSync.native(path));
  }

  open(path: string): Result<OpenFile> {
    const opened = attempt(path, () => openSync(path, openFlags));
    if (!opened.ok) {
      return opened;
    }
    const file = new NodeOpenFile(path, opened.value, this.work);
    const checked = attempt(path, () => file.check());
    if (checked.ok && checked.value) {
      return success(file);
    }
    file.close();
    return checked.ok ? failure(path, 'notAFile') : checked;
  }
}

class NodeOpenFile implements OpenFile {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #work: FileWork;
  stat: FileStat = { size: 0, mtimeMs: 0, identity: undefined };

  constructor(path: string, descriptor: number, work: FileWork) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#work = work;
    work.opened += 1;
  }

  /** Takes the stat; false for anything but a regular file. */
  check(): boolean {
    const stats = exactIds ? fstatSync(this.#descriptor, big) : fstatSync(this.#descriptor);
    this.stat = toFileStat(stats);
    return stats.isFile();
  }

  read(offset: number, into: Uint8Array): Result<number> {
    return attempt(this.#path, () => {
      let filled = 0;
      while (filled < into.length) {
        const count = readSync(
          this.#descriptor,
          into,
          filled,
          into.length - filled,
          offset + filled,
        );
        if (count === 0) {
          break;
        }
        filled += count;
      }
      this.#work.bytesRead += filled;
      return filled;
    });
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#work.closed += 1;
  }
}

/** Without waiting: a pipe that somebody put in a log's place must not hang the thread. */
const openFlags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/** NTFS file ids need all 64 bits; as doubles, neighbours become equal (nodejs/node#12115). */
const exactIds = process.platform === 'win32';
const big = { bigint: true } as const;

function toFileStat(stats: Stats | BigIntStats): FileStat {
  return {
    size: Number(stats.size),
    mtimeMs: typeof stats.mtimeMs === 'bigint' ? bigMilliseconds(stats) : stats.mtimeMs,
    identity: Number(stats.ino) === 0 ? undefined : `${stats.dev}:${stats.ino}`,
  };
}

function bigMilliseconds(stats: Stats | BigIntStats): number {
  return 'mtimeNs' in stats ? Number(stats.mtimeNs) / 1e6 : stats.mtimeMs;
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isDirectory()) {
    return 'folder';
  }
  if (entry.isFile()) {
    return 'file';
  }
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function attempt<T>(path: string, call: () => T): Result<T> {
  try {
    return success(call());
  } catch (error) {
    const system = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (system === '') {
      // Not the disk's doing: a mistake in this program must not look like a damaged file.
      throw error;
    }
    return failure(path, failureCodes[system] ?? 'other', system);
  }
}

const failureCodes: Readonly<Record<string, FileFailureCode>> = {
  ENOENT: 'notFound',
  EACCES: 'noAccess',
  EPERM: 'noAccess',
  EISDIR: 'notAFile',
  ENXIO: 'notAFile',
  ENOTDIR: 'notAFolder',
  EMFILE: 'tooManyOpen',
  ENFILE: 'tooManyOpen',
  ELOOP: 'linkLoop',
};
