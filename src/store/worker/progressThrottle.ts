import type { IndexState } from '#protocol/worker.ts';

/** What a page can show of progress; more often would only cost the host's thread. */
const intervalMs = 100;

/**
 * Lets the first report of a session through at once, then one in 100 ms, and always the one that says
 * that all is indexed.
 */
export class ProgressThrottle {
  readonly #send: (path: string, state: IndexState) => void;
  readonly #now: () => number;
  readonly #sentAt = new Map<string, number>();

  constructor(
    send: (path: string, state: IndexState) => void,
    now: () => number = () => performance.now(),
  ) {
    this.#send = send;
    this.#now = now;
  }

  push(path: string, isComplete: boolean, state: () => IndexState): void {
    const now = this.#now();
    const last = this.#sentAt.get(path) ?? -Infinity;
    if (isComplete) {
      this.#sentAt.delete(path);
      this.#send(path, state());
    } else if (now - last >= intervalMs) {
      this.#sentAt.set(path, now);
      this.#send(path, state());
    }
  }
}
