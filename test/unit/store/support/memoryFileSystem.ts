import {
  failure,
  success,
  type FileFailureCode,
  type FileStat,
  type FileSystem,
  type FileSystemWork,
  type FolderEntry,
  type OpenFile,
  type Result,
} from '#store/disk/fileSystem.ts';

interface MemoryFile {
  bytes: Buffer;
  mtimeMs: number;
  identity: string | undefined;
}

/** Work done, for tests to compare with the expected work. */
interface WorkDone extends FileSystemWork {
  /** Paths in the order opened. */
  readonly paths: string[];
}

/**
 * An in-memory disk of either platform, on which everything can fail. Folders exist through the
 * files in them.
 */
export class MemoryFileSystem implements FileSystem {
  readonly #files = new Map<string, MemoryFile>();
  readonly #failures = new Map<string, FileFailureCode>();
  readonly #links = new Map<string, string>();
  #identities = 0;
  #clock = 1_000_000;
  work: WorkDone = { listed: 0, stated: 0, opened: 0, closed: 0, bytesRead: 0, paths: [] };
  /** Called before each read; may change the disk. */
  beforeRead: ((path: string, offset: number) => void) | undefined;
  /** Paths passed to `realpath`. */
  readonly resolved: string[] = [];

  constructor(private readonly separator: '/' | '\\' = '/') {}

  /** Writes a new file, like an agent that renames it over an old one: it has a new identity. */
  put(path: string, content: string | Uint8Array, mtimeMs = this.#tick()): void {
    this.#identities += 1;
    const identity = `memory:${this.#identities}`;
    this.#files.set(path, { bytes: Buffer.from(content), mtimeMs, identity });
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  text(path: string): string {
    return this.#file(path).bytes.toString();
  }

  append(path: string, content: string | Uint8Array): void {
    const file = this.#file(path);
    file.bytes = Buffer.concat([file.bytes, Buffer.from(content)]);
    file.mtimeMs = this.#tick();
  }

  /** Overwrites a file in place: its identity stays. */
  overwrite(path: string, content: string | Uint8Array, mtimeMs = this.#tick()): void {
    Object.assign(this.#file(path), { bytes: Buffer.from(content), mtimeMs });
  }

  withoutIdentity(path: string): void {
    this.#file(path).identity = undefined;
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  /** Links everything at and below `path` to `target`. */
  link(path: string, target: string): void {
    this.#links.set(path, target);
  }

  /** Makes every call on `path` fail from now on. */
  fail(path: string, code: FileFailureCode): void {
    this.#failures.set(path, code);
  }

  /** Resets the recorded work. */
  resetWork(): void {
    this.work = { listed: 0, stated: 0, opened: 0, closed: 0, bytesRead: 0, paths: [] };
  }

  list(path: string): Result<readonly FolderEntry[]> {
    this.work.listed += 1;
    const failed = this.#failed(path);
    if (failed !== undefined) {
      return failed;
    }
    const prefix = `${this.#resolve(path)}${this.separator}`;
    const names = new Map<string, FolderEntry['kind']>();
    for (const file of this.#files.keys()) {
      if (file.startsWith(prefix)) {
        const [name = '', ...below] = file.slice(prefix.length).split(this.separator);
        names.set(name, below.length > 0 ? 'folder' : 'file');
      }
    }
    for (const link of this.#links.keys()) {
      if (link.startsWith(prefix) && !link.slice(prefix.length).includes(this.separator)) {
        names.set(link.slice(prefix.length), 'link');
      }
    }
    return names.size === 0
      ? failure(path, 'notFound')
      : success([...names].map(([name, kind]) => ({ name, kind })));
  }

  stat(path: string): Result<FileStat> {
    this.work.stated += 1;
    const failed = this.#failed(path);
    const real = this.#resolve(path);
    const file = this.#files.get(real);
    const isFolder = () =>
      [...this.#files.keys()].some((each) => each.startsWith(`${real}${this.separator}`));
    return (
      failed ??
      (file !== undefined
        ? success(statOf(file))
        : isFolder()
          ? success({ size: 0, mtimeMs: 0, identity: `memory:${real}` })
          : failure(path, 'notFound'))
    );
  }

  realpath(path: string): Result<string> {
    this.resolved.push(path);
    const real = this.#resolve(path);
    const isThere = [...this.#files.keys()].some(
      (file) => file === real || file.startsWith(`${real}${this.separator}`),
    );
    return this.#failed(path) ?? (isThere ? success(real) : failure(path, 'notFound'));
  }

  open(path: string): Result<OpenFile> {
    const failed = this.#failed(path);
    if (failed !== undefined) {
      return failed;
    }
    const file = this.#files.get(this.#resolve(path));
    if (file === undefined) {
      return failure(path, 'notFound');
    }
    this.work.opened += 1;
    this.work.paths.push(path);
    // Like a descriptor, this keeps reading the file that was opened, whatever is renamed over it.
    return success({
      stat: statOf(file),
      read: (offset: number, into: Uint8Array, start = 0, end = into.length) => {
        this.beforeRead?.(path, offset);
        const bytes = file.bytes.subarray(offset, offset + end - start);
        into.set(bytes, start);
        this.work.bytesRead += bytes.length;
        return success(bytes.length);
      },
      close: () => {
        this.work.closed += 1;
      },
    });
  }

  #resolve(path: string): string {
    for (const [link, target] of this.#links) {
      if (path === link || path.startsWith(`${link}${this.separator}`)) {
        return this.#resolve(`${target}${path.slice(link.length)}`);
      }
    }
    return path;
  }

  #failed(path: string): Result<never> | undefined {
    const code = this.#failures.get(path);
    return code === undefined ? undefined : failure(path, code);
  }

  #file(path: string): MemoryFile {
    const file = this.#files.get(path);
    if (file === undefined) {
      throw new Error(`The test has no file ${path}.`);
    }
    return file;
  }

  #tick(): number {
    this.#clock += 1_000;
    return this.#clock;
  }
}

function statOf({ bytes, mtimeMs, identity }: MemoryFile): FileStat {
  return { size: bytes.length, mtimeMs, identity };
}
