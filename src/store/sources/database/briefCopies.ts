import type { Result } from '../../disk/fileSystem.ts';

interface Copy<T> {
  /** Tells the state that was copied. */
  readonly key: string;
  readonly made: T;
}

/** Idle copies are deleted after this time; slice reads never pause that long. */
const idleMs = 3_000;

/**
 * Copies of databases. Each goes when another state of its database is copied, when none was read for a
 * while, and with the process.
 */
export class BriefCopies<T> {
  readonly #copies = new Map<string, Copy<T>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param drop takes away what was made. */
  constructor(private readonly drop: (made: T) => void) {}

  /**
   * Lets `work` read a copy of a database.
   *
   * @param path of the database.
   * @param key the same as long as that does not change.
   * @param make makes the copy; leaves nothing if it fails.
   */
  use<R>(
    path: string,
    key: string,
    make: () => Result<T>,
    work: (made: T) => Result<R>,
  ): Result<R> {
    let copy = this.#copies.get(path);
    if (copy?.key !== key) {
      this.#drop(path);
      const made = make();
      if (!made.ok) {
        return made;
      }
      copy = { key, made: made.value };
      this.#copies.set(path, copy);
    }
    try {
      return work(copy.made);
    } finally {
      this.#dropLater();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    process.off('exit', this.#dropAll);
    this.#dropAll();
  }

  readonly #dropAll = (): void => {
    for (const path of [...this.#copies.keys()]) {
      this.#drop(path);
    }
  };

  #dropLater(): void {
    clearTimeout(this.#timer);
    process.off('exit', this.#dropAll);
    process.once('exit', this.#dropAll);
    this.#timer = setTimeout(() => {
      this.dispose();
    }, idleMs);
    this.#timer.unref();
  }

  #drop(path: string): void {
    const copy = this.#copies.get(path);
    if (copy !== undefined) {
      this.#copies.delete(path);
      this.drop(copy.made);
    }
  }
}
