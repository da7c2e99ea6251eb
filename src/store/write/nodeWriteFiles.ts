import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import {
  DiskError,
  type DiskErrorCode,
  type WritableFile,
  type WriteFiles,
  type WrittenStat,
} from './writeFiles.ts';

export class NodeWriteFiles implements WriteFiles {
  makeFolders(path: string): void {
    attempt(path, () => mkdirSync(path, { recursive: true, mode: folderMode }));
  }

  makeFolder(path: string): void {
    attempt(path, () => {
      mkdirSync(path, { mode: folderMode });
    });
  }

  removeFolder(path: string): void {
    attempt(path, () => {
      rmdirSync(path);
    });
  }

  create(path: string): WritableFile {
    return opened(path, appendFlags | constants.O_CREAT | constants.O_EXCL);
  }

  open(path: string): WritableFile {
    // Non-blocking: a pipe in a log's place must not hang the thread.
    return opened(
      path,
      appendFlags | (isWindows ? 0 : constants.O_NONBLOCK | constants.O_NOFOLLOW),
    );
  }

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

  remove(path: string): void {
    attempt(path, () => {
      unlinkSync(path);
    });
  }

  syncFolder(path: string): void {
    if (isWindows) {
      // Windows has no folder descriptors.
      return;
    }
    attempt(path, () => {
      const descriptor = openSync(path, constants.O_RDONLY);
      try {
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    });
  }
}

class NodeWritableFile implements WritableFile {
  constructor(
    private readonly path: string,
    private readonly descriptor: number,
  ) {}

  stat(): WrittenStat {
    return attempt(this.path, () => toFileStat(fstatSync(this.descriptor, big)));
  }

  get isRegular(): boolean {
    return attempt(this.path, () => fstatSync(this.descriptor).isFile());
  }

  read(offset: number, into: Uint8Array): number {
    return attempt(this.path, () => {
      let filled = 0;
      while (filled < into.length) {
        const room = into.length - filled;
        const count = readSync(this.descriptor, into, filled, room, offset + filled);
        if (count === 0) {
          break;
        }
        filled += count;
      }
      return filled;
    });
  }

  append(bytes: Uint8Array): number {
    return attempt(this.path, () => writeSync(this.descriptor, bytes));
  }

  /** By path, because Windows cannot truncate a file opened for appending. */
  truncate(size: number): void {
    attempt(this.path, () => {
      const descriptor = openSync(this.path, constants.O_RDWR);
      try {
        const { dev, ino } = fstatSync(descriptor, big);
        const own = fstatSync(this.descriptor, big);
        if (dev !== own.dev || ino !== own.ino) {
          throw new DiskError('notFound', this.path, 'replaced');
        }
        ftruncateSync(descriptor, size);
      } finally {
        closeSync(descriptor);
      }
    });
  }

  sync(): void {
    attempt(this.path, () => {
      fsyncSync(this.descriptor);
    });
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

const isWindows = process.platform === 'win32';
/** As Keen creates them (`internal/session/store.go`). */
const folderMode = 0o755;
const fileMode = 0o600;
const appendFlags = constants.O_RDWR | constants.O_APPEND;
/** NTFS file IDs need all 64 bits. */
const big = { bigint: true } as const;

function opened(path: string, flags: number): WritableFile {
  const file = attempt(path, () => new NodeWritableFile(path, openSync(path, flags, fileMode)));
  if (!file.isRegular) {
    file.close();
    throw new DiskError('notAFile', path, 'not a regular file');
  }
  return file;
}

function toFileStat({ size, mtimeNs, dev, ino }: BigIntStats): WrittenStat {
  return {
    size: Number(size),
    mtimeMs: Number(mtimeNs) / 1e6,
    identity: ino === 0n ? undefined : `${dev}:${ino}`,
  };
}

function attempt<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof DiskError) {
      throw error;
    }
    const system = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (system === '') {
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
