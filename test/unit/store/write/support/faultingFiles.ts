import { DiskError, WriteFiles, type WritableFile } from '#store/write/writeFiles.ts';

export type Call = keyof WriteFiles | Exclude<keyof WritableFile, 'close'>;

interface Fault {
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
export class FaultingFiles extends WriteFiles {
  readonly calls: string[] = [];
  faults: Fault[] = [];
  /**
   * Bytes that still fit, as on a real disk: of a write that does not fit, it takes the part that does,
   * and refuses the next. What is truncated or removed makes room again.
   */
  room = Infinity;
  /** Runs before each call. */
  onCall: (call: Call, path: string) => void = () => undefined;

  /** Currently open files. */
  openFiles = 0;

  override makeFolders(path: string, mode?: number): boolean {
    this.#meet('makeFolders', path);
    return super.makeFolders(path, mode);
  }

  override makeFolder(path: string): void {
    this.#meet('makeFolder', path);
    super.makeFolder(path);
  }

  override removeFolder(path: string): void {
    this.#meet('removeFolder', path);
    super.removeFolder(path);
  }

  override create(path: string): WritableFile {
    this.#meet('create', path);
    return this.#wrap(path, super.create(path));
  }

  override open(path: string): WritableFile {
    this.#meet('open', path);
    return this.#wrap(path, super.open(path));
  }

  override realpath(path: string): string {
    this.#meet('realpath', path);
    return super.realpath(path);
  }

  override stat(path: string): ReturnType<WriteFiles['stat']> {
    this.#meet('stat', path);
    return super.stat(path);
  }

  override rename(from: string, to: string): void {
    this.#meet('rename', to);
    super.rename(from, to);
  }

  override link(from: string, to: string): void {
    this.#meet('link', to);
    super.link(from, to);
  }

  override remove(path: string): void {
    this.#meet('remove', path);
    const { size } = super.stat(path);
    super.remove(path);
    this.room += size;
  }

  override syncFolder(path: string): void {
    this.#meet('syncFolder', path);
    super.syncFolder(path);
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
