import type { FileStat } from '../disk/fileSystem.ts';

/**
 * The little that writing asks of a file system, apart from reading so that tests can let every call
 * fail. Calls are synchronous, as reading is. What a disk can do to them is thrown as `DiskError`.
 */
export interface WriteFiles {
  /** With all its parents; one that is there is fine. Mode 0755, less the user's mask. */
  makeFolders(path: string): void;
  /** Only if nothing of that name is there. */
  makeFolder(path: string): void;
  /** Only if it is empty. */
  removeFolder(path: string): void;
  /** A new file, only if nothing of that name is there. Mode 0600. */
  create(path: string): WritableFile;
  /** A regular file that is there, to read and to append to; not one that a link leads to. */
  open(path: string): WritableFile;
  /** The path without links, spelled as the disk spells it. */
  realpath(path: string): string;
  stat(path: string): WrittenStat;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Makes names in a folder durable, where the platform has it. */
  syncFolder(path: string): void;
}

/** The identity goes into metadata of chats, so it is a text. */
export interface WrittenStat extends FileStat {
  readonly identity: string | undefined;
}

export interface WritableFile {
  stat(): WrittenStat;
  /** Fills `into` from `offset` on, as far as the file goes; answers the number of bytes. */
  read(offset: number, into: Uint8Array): number;
  /** One write at the end of the file, wherever that is by then; answers how many bytes it took. */
  append(bytes: Uint8Array): number;
  truncate(size: number): void;
  /** Returns when all that was written is on the disk. */
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

/** A call that the disk refused. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
  readonly code: DiskErrorCode;
  readonly path: string;
  /** What the operating system said, for example `ENOSPC`. */
  readonly system: string;

  constructor(code: DiskErrorCode, path: string, system: string) {
    super(`${path}: ${system}`);
    this.code = code;
    this.path = path;
    this.system = system;
  }
}
