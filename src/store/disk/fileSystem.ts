import { t } from '#base/l10n.ts';
import { UserError } from '#core/userError.ts';

/**
 * The file system calls the store needs. Synchronous on purpose: on a worker thread they take a
 * tenth of the time of promises (5,000 logs opened and read: 80 ms against 780 ms and more) and
 * block nothing. Disk failures are returned, never thrown.
 */
export interface FileSystem {
  /** A folder's entries, in no order. */
  list(path: string): Result<readonly FolderEntry[]>;
  /** Follows links. */
  stat(path: string): Result<FileStat>;
  /** The path with links resolved, spelled as on disk. */
  realpath(path: string): Result<string>;
  /**
   * Opens a regular file for reading; the caller closes it, preferably through `withFile`.
   *
   * @param stat of the file if it was looked at just before: that saves a call.
   */
  open(path: string, stat?: FileStat): Result<OpenFile>;
  /**
   * In a thread that is watched, records what is read from now on, so that the cause is known if the thread dies.
   * Opening a file says that by itself.
   *
   * @param path of a file, or of something in it as if it were a folder.
   * @param state another one for another content.
   * @returns a failure for what ended a thread in this state before.
   */
  enter?(path: string, state: string): Result<undefined>;
  /** The files as they lie there, if this gives some as what they contain. */
  readonly onDisk?: FileSystem;
  /** Work done so far. Tests compare it with what should be necessary. */
  readonly work: FileSystemWork;
}

/** What reading a file takes. */
export type OneFile = Pick<FileSystem, 'stat' | 'open'>;

export interface OpenFile {
  /** State at the time of opening, or just before. */
  readonly stat: FileStat;
  /**
   * Fills `into`, or the part of it from `start` to `end`, with bytes from `offset` on, as far as
   * the file goes; returns the number of bytes.
   */
  read(offset: number, into: Uint8Array, start?: number, end?: number): Result<number>;
  close(): void;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface FileStat {
  /** Bytes. */
  readonly size: number;
  /** Epoch ms, fractional. */
  readonly mtimeMs: number;
  /**
   * Identifies the file regardless of its path: device and inode. Undefined if the disk has none.
   */
  readonly identity: FileIdentity | undefined;
}

/** A number if both fit into one, which avoids building strings for ten thousand files. */
export type FileIdentity = string | number;

/** Whether a file is unchanged, as far as a stat can tell. */
export function isSameState(a: FileStat, b: FileStat): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.identity === b.identity;
}

/** Whether a file is unchanged or has only grown. */
export function isGrownFrom(before: FileStat, now: FileStat): boolean {
  return (
    isSameState(before, now) ||
    (before.identity !== undefined && before.identity === now.identity && now.size >= before.size)
  );
}

/** Counts since the file system was created. `opened` minus `closed` files are open now. */
export interface FileSystemWork {
  listed: number;
  stated: number;
  opened: number;
  closed: number;
  bytesRead: number;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: FileFailure };

export interface FileFailure {
  readonly code: FileFailureCode;
  /** A message for the user that includes the path. */
  readonly message: string;
}

export type FileFailureCode =
  | 'notFound'
  | 'noAccess'
  | 'notAFile'
  | 'notAFolder'
  | 'empty'
  | 'notASession'
  | 'tooManyOpen'
  | 'linkLoop'
  | 'badName'
  | 'other';

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

/** A failure with its message, by the operating system's reason. */
export function failure(path: string, code: FileFailureCode, detail = ''): Result<never> {
  return { ok: false, failure: { code, message: messages[code](path, detail) } };
}

/** A failure with a sentence of its own. */
export function failed(message: string): Result<never> {
  return { ok: false, failure: { code: 'other', message } };
}

/** Nothing is there, which is no reason to tell anybody. */
export function isMissing(result: Result<unknown> | undefined): boolean {
  const code = result?.ok === false ? result.failure.code : undefined;
  return code === 'notFound' || code === 'notAFolder';
}

class FileError extends UserError {
  constructor(readonly failure: FileFailure) {
    super(failure.message);
  }
}

/** What was read. @throws UserError with the sentence of a failure. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) {
    throw new FileError(result.failure);
  }
  return result.value;
}

/** The opposite, for work of several reads: its value, or the failure that `valueOf` threw in it. */
export function resultOf<T>(work: () => T): Result<T> {
  try {
    return success(work());
  } catch (error) {
    if (error instanceof FileError) {
      return { ok: false, failure: error.failure };
    }
    throw error;
  }
}

/**
 * Opens a file, runs `work`, and always closes it. The failure is that of opening it, or the one that
 * `valueOf` threw in `work`.
 *
 * @param stat see `open`.
 */
export function withFile<T>(
  fileSystem: Pick<FileSystem, 'open'>,
  path: string,
  work: (file: OpenFile) => T,
  stat?: FileStat,
): Result<T> {
  return withOpened(fileSystem.open(path, stat), work);
}

/** The same with a file that was opened. */
export function withOpened<T>(opened: Result<OpenFile>, work: (file: OpenFile) => T): Result<T> {
  if (!opened.ok) {
    return opened;
  }
  try {
    return resultOf(() => work(opened.value));
  } finally {
    opened.value.close();
  }
}

/**
 * Bytes `start` to `end`; fewer if the file ends before. A `Buffer`, because it finds line feeds
 * five times as fast as a plain array, and is not zero-filled first.
 *
 * @throws the disk's failure, as `valueOf`.
 */
export function readRange(file: OpenFile, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.max(0, end - start));
  return bytes.length === 0 ? bytes : readInto(file, start, bytes);
}

/** Fills `room` with bytes from `start` on, as far as the file goes. @throws as `readRange`. */
export function readInto(file: OpenFile, start: number, room: Buffer): Buffer {
  return room.subarray(0, valueOf(file.read(start, room)));
}

/** Sentences for the user. */
const messages: Readonly<Record<FileFailureCode, (path: string, detail: string) => string>> = {
  notFound: (path) => t('{0} does not exist.', path),
  noAccess: (path) => t('{0} cannot be read: its permissions do not allow it.', path),
  notAFile: (path) => t('{0} is not a file.', path),
  notAFolder: (path) => t('{0} is not a folder.', path),
  empty: (path) => t('{0} is empty: the agent wrote nothing to it.', path),
  notASession: (path) => t('{0} is not a session of a supported agent.', path),
  tooManyOpen: (path) =>
    t('{0} cannot be read now: too many files are open. Try again in a moment.', path),
  linkLoop: (path) => t('{0} cannot be read: its symbolic links form a loop.', path),
  badName: (path) =>
    t('{0} cannot be read: its name is not valid UTF-8. Rename it and try again.', path),
  other: (path, detail) =>
    detail === '' ? t('{0} cannot be read.', path) : t('{0} cannot be read ({1}).', path, detail),
};

/** A folder's entries; none if it cannot be listed. */
export function entriesIn(
  fileSystem: Pick<FileSystem, 'list'>,
  folder: string,
): readonly FolderEntry[] {
  const listed = fileSystem.list(folder);
  return listed.ok ? listed.value : [];
}

/** What agents write about a session has a few lines; a larger file is something else. */
const usualBytes = 1024 * 1024;

/** A small file's text; undefined if it cannot be read or is larger than it should be. */
export function smallText(
  fileSystem: FileSystem,
  path: string,
  maxBytes = usualBytes,
): string | undefined {
  const bytes = withFile(fileSystem, path, (file) =>
    readRange(file, 0, Math.min(file.stat.size, maxBytes + 1)),
  );
  return bytes.ok && bytes.value.length <= maxBytes
    ? new TextDecoder().decode(bytes.value)
    : undefined;
}
