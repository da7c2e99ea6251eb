import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { member } from '#base/member.ts';
import type { FileStat } from '../disk/fileSystem.ts';
import { readFully } from '../disk/nodeFileSystem.ts';

/** A string identity, because it goes into chat metadata. */
interface WrittenStat extends FileStat {
  readonly identity: string | undefined;
}

/**
 * The file system calls that writing needs, in one place so that tests can make each of them fail.
 * Calls are synchronous, as for reading. Disk failures are thrown as `DiskError`.
 */
export class WriteFiles {
  /**
   * Creates a folder with its parents; it may exist.
   *
   * @param mode less the user's mask. @returns whether anything was created.
   */
  makeFolders(path: string, mode = folderMode): boolean {
    return attempt(path, () => mkdirSync(path, { recursive: true, mode })) !== undefined;
  }

  /** Fails if the name exists. */
  makeFolder(path: string): void {
    attempt(path, () => mkdirSync(path, { mode: folderMode }));
  }

  /** Whether the name is a folder's own, and no link's. */
  isRealFolder(path: string): boolean {
    return attempt(path, () => lstatSync(path).isDirectory());
  }

  /** Fails unless it is empty. */
  removeFolder(path: string): void {
    attempt(path, () => {
      rmdirSync(path);
    });
  }

  /** Creates a file; fails if the name exists. Mode 0600. */
  create(path: string): WritableFile {
    return opened(path, appendFlags | constants.O_CREAT | constants.O_EXCL);
  }

  /** Opens an existing regular file for reading and appending; does not follow links. */
  open(path: string): WritableFile {
    // Non-blocking: a pipe in a log's place must not hang the thread.
    return opened(
      path,
      appendFlags | (isWindows ? 0 : constants.O_NONBLOCK | constants.O_NOFOLLOW),
    );
  }

  /** The path with links resolved, spelled as on disk. */
  realpath(path: string): string {
    return attempt(path, () => realpathSync.native(path));
  }

  stat(path: string): WrittenStat {
    return attempt(path, () => toFileStat(statSync(path, big)));
  }

  rename(from: string, to: string): void {
    attempt(to, () => {
      renameSync(from, to);
    });
  }

  /** Gives a file a second name; fails if that exists, or if the disk has no such names. */
  link(from: string, to: string): void {
    attempt(to, () => {
      linkSync(from, to);
    });
  }

  remove(path: string): void {
    attempt(path, () => {
      unlinkSync(path);
    });
  }

  /** Syncs a folder's entries; Windows has no folder descriptors. */
  syncFolder(path: string): void {
    if (!isWindows) {
      withDescriptor(path, constants.O_RDONLY, fsyncSync);
    }
  }
}

export type WritableFile = ReturnType<typeof opened>;

function opened(path: string, flags: number) {
  const descriptor = attempt(path, () => openSync(path, flags, fileMode));
  if (!attempt(path, () => fstatSync(descriptor).isFile())) {
    closeSync(descriptor);
    throw new DiskError('notAFile', path, 'not a regular file');
  }
  return {
    stat: (): WrittenStat => attempt(path, () => toFileStat(fstatSync(descriptor, big))),
    /** Fills `into` from `offset` on, as far as the file goes; returns the number of bytes. */
    read: (offset: number, into: Uint8Array): number =>
      attempt(path, () => readFully(descriptor, offset, into)),
    /** One write at the current end of the file; returns the number of bytes written. */
    append: (bytes: Uint8Array): number => attempt(path, () => writeSync(descriptor, bytes)),
    /** By path, because Windows cannot truncate a file opened for appending. */
    truncate: (size: number): void => {
      withDescriptor(path, constants.O_RDWR, (writable) => {
        const { dev, ino } = fstatSync(writable, big);
        const own = fstatSync(descriptor, big);
        if (dev !== own.dev || ino !== own.ino) {
          throw new DiskError('notFound', path, 'replaced');
        }
        ftruncateSync(writable, size);
      });
    },
    /** Returns once everything written is on disk. */
    sync: (): void => {
      attempt(path, () => {
        fsyncSync(descriptor);
      });
    },
    close: (): void => {
      closeSync(descriptor);
    },
  };
}

function withDescriptor(path: string, flags: number, work: (descriptor: number) => void): void {
  attempt(path, () => {
    const descriptor = openSync(path, flags);
    try {
      work(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

const isWindows = process.platform === 'win32';
/** As Keen creates them (`internal/session/store.go`). */
const folderMode = 0o755;
const fileMode = 0o600;
const appendFlags = constants.O_RDWR | constants.O_APPEND;
/** NTFS file IDs need all 64 bits. */
const big = { bigint: true } as const;

function toFileStat({ size, mtimeNs, dev, ino }: BigIntStats): WrittenStat {
  return {
    size: Number(size),
    mtimeMs: Number(mtimeNs) / 1e6,
    identity: ino === 0n ? undefined : `${dev}:${ino}`,
  };
}

type DiskErrorCode =
  | 'notFound'
  | 'exists'
  | 'noAccess'
  | 'readOnly'
  | 'noSpace'
  | 'notAFile'
  | 'tooManyOpen'
  | 'other';

export class DiskError extends Error {
  override readonly name = 'DiskError';

  constructor(
    readonly code: DiskErrorCode,
    readonly path: string,
    /** The operating system's code, for example `ENOSPC`. */
    readonly system: string,
  ) {
    super(`${path}: ${system}`);
  }
}

/** What a call returns; undefined if the disk refuses it, for what must not fail other work. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof DiskError) {
      return undefined;
    }
    throw error;
  }
}

function attempt<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof DiskError) {
      throw error;
    }
    const system = member(error, 'code');
    if (typeof system !== 'string') {
      throw error;
    }
    throw new DiskError(codes[system] ?? 'other', path, system);
  }
}

const codes: Readonly<Record<string, DiskErrorCode>> = {
  ENOENT: 'notFound',
  ENOTDIR: 'notFound',
  EEXIST: 'exists',
  EACCES: 'noAccess',
  EPERM: 'noAccess',
  EROFS: 'readOnly',
  ENOSPC: 'noSpace',
  EDQUOT: 'noSpace',
  EISDIR: 'notAFile',
  ELOOP: 'notAFile',
  ENXIO: 'notAFile',
  EMFILE: 'tooManyOpen',
  ENFILE: 'tooManyOpen',
};
