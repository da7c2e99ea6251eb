/** How a scan ended, for who asked for it. Only after `listed` the list is as the disk is. */
export type ScanEnd = 'listed' | 'failed' | 'stopped';

/** One scan at a time, and one after it for all who ask meanwhile. */
export class ScanQueue {
  readonly #scan: (signal: AbortSignal) => Promise<ScanEnd>;
  readonly #onEnd: () => void;
  #running: Promise<ScanEnd> | undefined;
  /** Begins when the one that runs has ended, unless that is stopped. */
  #next: Promise<ScanEnd> | undefined;
  #abort = new AbortController();
  #isStopped = false;

  /** @param scan throws only when it was aborted. */
  constructor(scan: (signal: AbortSignal) => Promise<ScanEnd>, onEnd: () => void) {
    this.#scan = scan;
    this.#onEnd = onEnd;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** The end of all scans that are asked for; undefined if none is. */
  get end(): Promise<ScanEnd> | undefined {
    return this.#next ?? this.#running;
  }

  /** Scans after now, so that the answer never misses what was on disk when it was asked for. */
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

  /** Gives up the scan that runs and begins it again, for all who wait for it. */
  restart(): void {
    this.#abort.abort();
  }

  /** Gives up the scan that runs, and the one that was to come after it. */
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
        end = await this.#scan(this.#abort.signal);
      } catch {
        end = 'stopped';
      }
    } while (this.#abort.signal.aborted && !this.#isStopped);
    this.#running = undefined;
    this.#onEnd();
    return end;
  }
}
