import { setImmediate } from 'node:timers/promises';

/** One frame: what other requests to this thread may have to wait. */
const sliceMs = 8;

/**
 * Cuts long synchronous work into slices. Between two slices the thread answers other requests and
 * hears of cancellation, so nothing may be held open over a pause.
 */
export class Pacer {
  readonly #signal: AbortSignal | undefined;
  readonly #now: () => number;
  #until: number;

  constructor(signal: AbortSignal | undefined, now: () => number = () => performance.now()) {
    this.#signal = signal;
    this.#now = now;
    this.#until = now() + sliceMs;
  }

  get isDue(): boolean {
    return this.#signal?.aborted === true || this.#now() >= this.#until;
  }

  /** @throws the signal's reason when it was aborted. */
  async pause(): Promise<void> {
    this.#signal?.throwIfAborted();
    await setImmediate();
    this.#signal?.throwIfAborted();
    this.#until = this.#now() + sliceMs;
  }
}
