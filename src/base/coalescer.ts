import type { Disposable } from './emitter.ts';

interface CoalescerOptions<T> {
  readonly delayMs: number;
  readonly maxWaitMs: number;
  /** Receives each item once. Must handle its own errors. */
  readonly run: (items: ReadonlySet<T>) => void;
}

/**
 * Turns a burst of events into one run: `delayMs` after the last of them, but never later than
 * `maxWaitMs` after the first, so that a log that is written continuously is still followed.
 * Nothing is scheduled between bursts.
 */
export class Coalescer<T> implements Disposable {
  #items = new Set<T>();
  #firstAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(private readonly options: CoalescerOptions<T>) {}

  get isEmpty(): boolean {
    return this.#items.size === 0;
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
    const { delayMs, maxWaitMs, run } = this.options;
    const flush = () => {
      const items = this.#items;
      this.#items = new Set();
      run(items);
    };
    const left = this.#firstAt + maxWaitMs - now;
    this.#timer = setTimeout(flush, Math.max(0, Math.min(delayMs, left)));
  }

  /** Drops what was added and not yet run. */
  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#items.clear();
  }
}
