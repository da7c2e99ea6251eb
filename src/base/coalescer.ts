import type { Disposable } from './emitter.ts';

/**
 * Turns a burst of events into one run: `delayMs` after the last of them, but never later than
 * `maxWaitMs` after the first, so that a log that is written continuously is still followed.
 * Nothing is scheduled between bursts.
 */
export class Coalescer<T> implements Disposable {
  readonly #delayMs: number;
  readonly #maxWaitMs: number;
  readonly #run: (items: ReadonlySet<T>) => void;
  #items = new Set<T>();
  #firstAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(options: {
    delayMs: number;
    maxWaitMs: number;
    /** Receives each item once. Must handle its own errors. */
    run: (items: ReadonlySet<T>) => void;
  }) {
    this.#delayMs = options.delayMs;
    this.#maxWaitMs = options.maxWaitMs;
    this.#run = options.run;
  }

  add(item: T): void {
    if (this.#disposed) {
      return;
    }
    const now = Date.now();
    if (this.#items.size === 0) {
      this.#firstAt = now;
    }
    this.#items.add(item);
    clearTimeout(this.#timer);
    const left = this.#firstAt + this.#maxWaitMs - now;
    this.#timer = setTimeout(
      () => {
        this.#flush();
      },
      Math.max(0, Math.min(this.#delayMs, left)),
    );
  }

  /** Drops what was added and not yet run. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#items.clear();
  }

  #flush(): void {
    const items = this.#items;
    this.#items = new Set();
    this.#run(items);
  }
}
