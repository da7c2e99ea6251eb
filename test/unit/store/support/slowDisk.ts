import {
  success,
  type FileSystem,
  type FileSystemWork,
  type OpenFile,
  type Result,
} from '#store/disk/fileSystem.ts';

/** A file system whose calls take time on a simulated clock. */
export class SlowDisk implements FileSystem {
  /** Value of `now`, in ms. */
  clock = 0;
  /** Calls so far. */
  calls = 0;
  onCall: ((calls: number) => void) | undefined;

  constructor(
    private readonly inner: FileSystem,
    private readonly callMs: number,
  ) {}

  get work(): FileSystemWork {
    return this.inner.work;
  }

  readonly now = (): number => this.clock;

  list(path: string) {
    this.#wait();
    return this.inner.list(path);
  }

  stat(path: string) {
    this.#wait();
    return this.inner.stat(path);
  }

  realpath(path: string) {
    this.#wait();
    return this.inner.realpath(path);
  }

  open(path: string): Result<OpenFile> {
    this.#wait();
    const opened = this.inner.open(path);
    if (!opened.ok) {
      return opened;
    }
    const file = opened.value;
    return success({
      stat: file.stat,
      read: (...place) => {
        this.#wait();
        return file.read(...place);
      },
      close: () => {
        this.#wait();
        file.close();
      },
    });
  }

  #wait(): void {
    this.clock += this.callMs;
    this.calls += 1;
    this.onCall?.(this.calls);
  }
}
