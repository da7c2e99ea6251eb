/** How a requested scan ended. Only after `listed` does the list match the disk. */
export type ScanEnd = 'listed' | 'failed' | 'stopped';

/** Runs one scan at a time, and one more for all requests that arrive meanwhile. */
export class ScanQueue {
  #running: Promise<ScanEnd> | undefined;
  /** Starts when the running one ends, unless that is stopped. */
  #next: Promise<ScanEnd> | undefined;
  #abort = new AbortController();
  #isStopped = false;

  /** @param scan throws only when aborted. */
  constructor(
    private readonly scan: (signal: AbortSignal) => Promise<ScanEnd>,
    private readonly onEnd: () => void,
  ) {}

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The end of all requested scans; undefined if there are none. */
  get end(): Promise<ScanEnd> | undefined {
    return this.#next ?? this.#running;
  }

  /** Queues a scan that starts after this call, so the result has all that was on disk by then. */
  add(): Promise<ScanEnd> {
    if (this.#running === undefined) {
      return this.#next ?? this.#begin();
    }
    const next: Promise<ScanEnd> = (this.#next ??= this.#running.then(() => {
      if (this.#next !== next) {
        return 'stopped';
      }
      this.#next = undefined;
      return this.#begin();
    }));
    return next;
  }

  /** Abandons the running scan and starts it again for everyone waiting for it. */
  restart(): void {
    this.#abort.abort();
  }

  /** Abandons the running scan and the queued one. */
  stop(): void {
    this.#isStopped = true;
    this.#next = undefined;
    this.#abort.abort();
  }

  #begin(): Promise<ScanEnd> {
    this.#isStopped = false;
    this.#running = this.#run();
    return this.#running;
  }

  async #run(): Promise<ScanEnd> {
    let end: ScanEnd;
    do {
      this.#abort = new AbortController();
      try {
        end = await this.scan(this.#abort.signal);
      } catch {
        end = 'stopped';
      }
    } while (this.#abort.signal.aborted && !this.#isStopped);
    this.#running = undefined;
    this.onEnd();
    return end;
  }
}
