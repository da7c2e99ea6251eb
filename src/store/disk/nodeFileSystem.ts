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
import { member } from '#base/member.ts';
import {
  failure,
  success,
  type FileFailureCode,
  type FileIdentity,
  type FileStat,
  type FileSystem,
  type FileSystemWork,
  type FolderEntry,
  type OpenFile,
  type Result,
} from './fileSystem.ts';

export class NodeFileSystem implements FileSystem {
  readonly work: FileSystemWork = { listed: 0, stated: 0, opened: 0, closed: 0, bytesRead: 0 };

  list(path: string): Result<readonly FolderEntry[]> {
    this.work.listed += 1;
    return attempt(path, () =>
      readdirSync(path, withTypes).map((entry) => ({ name: entry.name, kind: kindOf(entry) })),
    );
  }

  stat(path: string): Result<FileStat> {
    this.work.stated += 1;
    return attempt(path, () => toFileStat(exactIds ? statSync(path, big) : statSync(path)));
  }

  realpath(path: string): Result<string> {
    return attempt(path, () => realpathSync.native(path));
  }

  open(path: string, stat?: FileStat): Result<OpenFile> {
    let descriptor: number | undefined;
    try {
      descriptor = openSync(path, openFlags);
      this.work.opened += 1;
      // Pipes and devices have no size, and a folder fails when it is read.
      if (stat !== undefined && stat.size > 0) {
        return success(new NodeOpenFile(path, descriptor, stat, this.work));
      }
      const stats = exactIds ? fstatSync(descriptor, big) : fstatSync(descriptor);
      if (stats.isFile()) {
        return success(new NodeOpenFile(path, descriptor, toFileStat(stats), this.work));
      }
    } catch (error) {
      this.#close(descriptor);
      return failureOf(path, error);
    }
    this.#close(descriptor);
    return failure(path, 'notAFile');
  }

  #close(descriptor: number | undefined): void {
    if (descriptor !== undefined) {
      closeSync(descriptor);
      this.work.closed += 1;
    }
  }
}

class NodeOpenFile implements OpenFile {
  constructor(
    private readonly path: string,
    private readonly descriptor: number,
    readonly stat: FileStat,
    private readonly work: FileSystemWork,
  ) {}

  read(offset: number, into: Uint8Array, start = 0, end = into.length): Result<number> {
    return attempt(this.path, () => {
      const count = readFully(this.descriptor, offset, into, start, end);
      this.work.bytesRead += count;
      return count;
    });
  }

  close(): void {
    closeSync(this.descriptor);
    this.work.closed += 1;
  }
}

/**
 * Fills `into`, or the part of it from `start` to `end`, with bytes from `offset` on, as far as the
 * file goes.
 *
 * @returns the number of bytes.
 * @throws the disk's error.
 */
export function readFully(
  descriptor: number,
  offset: number,
  into: Uint8Array,
  start = 0,
  end = into.length,
): number {
  let at = start;
  while (at < end) {
    const count = readSync(descriptor, into, at, end - at, offset + at - start);
    if (count === 0) {
      break;
    }
    at += count;
  }
  return at - start;
}

/** Non-blocking: a pipe in a log's place must not hang the thread. */
const openFlags = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);

/** NTFS file IDs need all 64 bits; as doubles, adjacent ones become equal (nodejs/node#12115). */
const exactIds = process.platform === 'win32';
const big = { bigint: true } as const;
const withTypes = { withFileTypes: true } as const;

function toFileStat(stats: Stats | BigIntStats): FileStat {
  return {
    size: Number(stats.size),
    mtimeMs: 'mtimeNs' in stats ? Number(stats.mtimeNs) / 1e6 : stats.mtimeMs,
    identity: identityOf(stats),
  };
}

function identityOf({ dev, ino }: Stats | BigIntStats): FileIdentity | undefined {
  const inode = Number(ino);
  if (inode === 0) {
    return undefined;
  }
  return dev < 2 ** 20 && inode < 2 ** 32 ? Number(dev) * 2 ** 32 + inode : `${dev}:${ino}`;
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
    return failureOf(path, error);
  }
}

function failureOf(path: string, error: unknown): Result<never> {
  const system = member(error, 'code');
  if (typeof system !== 'string') {
    // Not a disk failure: a bug in this program must not look like a damaged file.
    throw error;
  }
  const code = failureCodes[system] ?? 'other';
  // Replacement characters for undecodable bytes in a listed name match no file.
  return failure(path, code === 'notFound' && path.includes('\uFFFD') ? 'badName' : code, system);
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
