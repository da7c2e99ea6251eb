/** Half a frame: the time that other requests to the worker may have to wait. */
const workerSliceMs = 8;
/** In the extension host others work in the same turn, and more than one of our tasks may run. */
const hostSliceMs = 4;
/** If less than this passes between two clock reads, only every n-th step reads the clock. */
const shortMs = 0.25;
const maxSteps = 8;

/** For work in the extension host. */
export function hostPacer(signal?: AbortSignal): Pacer {
  return new Pacer(signal, undefined, hostSliceMs);
}

/**
 * Cuts long synchronous work into slices. Between two slices the thread answers other requests and
 * receives cancellation, so nothing may be held open over a pause.
 */
export class Pacer {
  #until: number;
  #lookedAt: number;
  /** Steps between two clock reads, and how many of them are left. */
  #steps = 1;
  #left = 1;

  constructor(
    readonly signal: AbortSignal | undefined,
    private readonly now: () => number = () => performance.now(),
    private readonly sliceMs = workerSliceMs,
  ) {
    this.#lookedAt = now();
    this.#until = this.#lookedAt + sliceMs;
  }

  /** Call after each step. @throws the signal's reason when aborted. */
  pauseIfDue(): Promise<void> | undefined {
    return this.isDue ? this.pause() : undefined;
  }

  /**
   * For steps within which nothing can wait, or which take less than the 70 ns of waiting for
   * nothing. A clock read can take longer than a stat.
   */
  get isDue(): boolean {
    if (this.signal?.aborted === true) {
      return true;
    }
    this.#left -= 1;
    if (this.#left > 0) {
      return false;
    }
    const now = this.now();
    this.#steps = now - this.#lookedAt < shortMs ? Math.min(maxSteps, this.#steps * 2) : 1;
    this.#left = this.#steps;
    this.#lookedAt = now;
    return now >= this.#until;
  }

  /** @throws the signal's reason when aborted. */
  async pause(): Promise<void> {
    this.signal?.throwIfAborted();
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.signal?.throwIfAborted();
    this.#lookedAt = this.now();
    this.#until = this.#lookedAt + this.sliceMs;
  }
}

/**
 * Waits for shared work until this caller no longer wants the result; the work continues for
 * others.
 *
 * @throws the signal's reason when aborted.
 */
export async function untilAborted(
  work: Promise<void> | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (work === undefined || signal === undefined) {
    return work;
  }
  signal.throwIfAborted();
  const waiting = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const listen = { signal: waiting.signal };
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, listen);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    waiting.abort();
  }
}
