import {
  DiskError,
  type WritableFile,
  type WriteFiles,
  type WrittenStat,
} from '#store/write/writeFiles.ts';

export type Call = keyof WriteFiles | Exclude<keyof WritableFile, 'close'>;

export interface Fault {
  readonly call: Call;
  /** Only for paths with this ending. */
  readonly on?: string;
  /** Bytes the disk accepts before it refuses; only for `append`. */
  readonly after?: number;
  readonly error: DiskError;
  /** How often; forever by default. */
  times?: number;
}

/** A disk that refuses chosen calls, fills up, and records all calls. */
export class FaultingFiles implements WriteFiles {
  readonly calls: string[] = [];
  faults: Fault[] = [];
  /**
   * Bytes that still fit, as on a real disk: of a write that does not fit, it takes the part that does,
   * and refuses the next. What is truncated or removed makes room again.
   */
  room = Infinity;
  /** Runs before each call. */
  onCall: (call: Call, path: string) => void = () => undefined;

  constructor(private readonly files: WriteFiles) {}

  /** Currently open files. */
  openFiles = 0;

  makeFolders(path: string): void {
    this.#meet('makeFolders', path);
    this.files.makeFolders(path);
  }

  makeFolder(path: string): void {
    this.#meet('makeFolder', path);
    this.files.makeFolder(path);
  }

  removeFolder(path: string): void {
    this.#meet('removeFolder', path);
    this.files.removeFolder(path);
  }

  create(path: string): WritableFile {
    this.#meet('create', path);
    return this.#wrap(path, this.files.create(path));
  }

  open(path: string): WritableFile {
    this.#meet('open', path);
    return this.#wrap(path, this.files.open(path));
  }

  realpath(path: string): string {
    this.#meet('realpath', path);
    return this.files.realpath(path);
  }

  stat(path: string): WrittenStat {
    this.#meet('stat', path);
    return this.files.stat(path);
  }

  rename(from: string, to: string): void {
    this.#meet('rename', to);
    this.files.rename(from, to);
  }

  remove(path: string): void {
    this.#meet('remove', path);
    const { size } = this.files.stat(path);
    this.files.remove(path);
    this.room += size;
  }

  syncFolder(path: string): void {
    this.#meet('syncFolder', path);
    this.files.syncFolder(path);
  }

  #wrap(path: string, file: WritableFile): WritableFile {
    this.openFiles += 1;
    return {
      stat: () => {
        this.#meet('stat', path);
        return file.stat();
      },
      read: (offset, into) => {
        this.#meet('read', path);
        return file.read(offset, into);
      },
      append: (bytes) => {
        this.onCall('append', path);
        const fault = this.#fault('append', path);
        if (fault === undefined) {
          this.calls.push(`append ${path}`);
          if (this.room === 0) {
            throw full;
          }
          const written = file.append(bytes.subarray(0, this.room));
          this.room -= written;
          return written;
        }
        const taken = fault.after ?? 0;
        if (taken === 0) {
          throw fault.error;
        }
        return file.append(bytes.subarray(0, taken));
      },
      truncate: (size) => {
        this.#meet('truncate', path);
        const before = file.stat().size;
        file.truncate(size);
        this.room += before - size;
      },
      sync: () => {
        this.#meet('sync', path);
        file.sync();
      },
      close: () => {
        this.openFiles -= 1;
        file.close();
      },
    };
  }

  #meet(call: Call, path: string): void {
    this.onCall(call, path);
    const fault = this.#fault(call, path);
    if (fault !== undefined) {
      throw fault.error;
    }
    this.calls.push(`${call} ${path}`);
  }

  #fault(call: Call, path: string): Fault | undefined {
    const fault = this.faults.find(
      (each) => each.call === call && path.endsWith(each.on ?? '') && (each.times ?? 1) > 0,
    );
    if (fault?.times !== undefined) {
      fault.times -= 1;
    }
    return fault;
  }
}

export const full = new DiskError('noSpace', '', 'ENOSPC');
export const denied = new DiskError('noAccess', '', 'EACCES');
export const readOnly = new DiskError('readOnly', '', 'EROFS');
export const broken = new DiskError('other', '', 'EIO');
