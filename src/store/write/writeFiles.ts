import type { FileStat } from '../disk/fileSystem.ts';

/**
 * The file system calls that writing needs, separate from reading so that tests can make each call
 * fail. Calls are synchronous, as for reading. Disk failures are thrown as `DiskError`.
 */
export interface WriteFiles {
  /** Creates a folder with its parents; it may exist. Mode 0755, less the user's mask. */
  makeFolders(path: string): void;
  /** Fails if the name exists. */
  makeFolder(path: string): void;
  /** Fails unless it is empty. */
  removeFolder(path: string): void;
  /** Creates a file; fails if the name exists. Mode 0600. */
  create(path: string): WritableFile;
  /** Opens an existing regular file for reading and appending; does not follow links. */
  open(path: string): WritableFile;
  /** The path with links resolved, spelled as on disk. */
  realpath(path: string): string;
  stat(path: string): WrittenStat;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Syncs a folder's entries, if the platform supports it. */
  syncFolder(path: string): void;
}

/** A string identity, because it goes into chat metadata. */
export interface WrittenStat extends FileStat {
  readonly identity: string | undefined;
}

export interface WritableFile {
  stat(): WrittenStat;
  /** Fills `into` from `offset` on, as far as the file goes; returns the number of bytes. */
  read(offset: number, into: Uint8Array): number;
  /** One write at the current end of the file; returns the number of bytes written. */
  append(bytes: Uint8Array): number;
  truncate(size: number): void;
  /** Returns once everything written is on disk. */
  sync(): void;
  close(): void;
}

export type DiskErrorCode =
  | 'notFound'
  | 'exists'
  | 'noAccess'
  | 'readOnly'
  | 'noSpace'
  | 'notAFile'
  | 'tooManyOpen'
  | 'other';

/** A call the disk refused. */
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
