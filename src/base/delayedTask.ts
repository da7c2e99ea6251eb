/** Delay after the first request, so that one run serves those that come with it. */
const firstMs = 2_000;
/** Afterwards, the task runs no more often than this. */
const everyMs = 30_000;

/**
 * Runs a task some time after it is requested, never twice at once. Nothing runs between requests.
 */
export class DelayedTask {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delayMs = firstMs;
  #failed = false;
  #running: Promise<void> | undefined;

  /**
   * @param onFault receives the first error that the task throws: further failures say nothing new.
   */
  constructor(
    private readonly run: () => Promise<void>,
    private readonly onFault: (fault: unknown) => void,
  ) {}

  schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#running = this.#runOnce();
    }, this.#delayMs);
  }

  /** Runs the task now if it is requested, or waits while it runs. */
  async finish(): Promise<void> {
    if (this.#running === undefined && this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#running = this.#runOnce();
    }
    await this.#running;
  }

  async #runOnce(): Promise<void> {
    this.#delayMs = everyMs;
    try {
      await this.run();
    } catch (fault) {
      if (!this.#failed) {
        this.#failed = true;
        this.onFault(fault);
      }
    } finally {
      this.#timer = undefined;
      this.#running = undefined;
    }
  }
}
