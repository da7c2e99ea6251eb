import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { keptShapes } from '../keptShapes.ts';
import { AheadArea } from './aheadArea.ts';
import { AheadFiles, type AheadLane, type ReadAhead, type ScanPlan } from './aheadFiles.ts';
import type { AheadStart } from './aheadThread.ts';

/** Fewer are read before a thread has begun. */
const leastLogs = 128;
/** More than these wait for each other at the disk. */
const mostThreads = 4;
/** Of each thread: one that the scan works on, one that is read, and one that is next. */
const areasEach = 3;

export interface AheadOptions {
  /** Path of what is built of `aheadThread.ts`. */
  readonly script: string;
  /** Hears why a thread died. Scans do without from then on. */
  readonly onFault: (fault: unknown) => void;
  /** Number of threads; if not given, as many as there are cores that the scan leaves. */
  readonly count?: number;
  /** So long after the last scan the threads end, in ms. */
  readonly restMs?: number;
}

/**
 * The threads that read ahead for one scan at a time. They start with it and end soon after it. They
 * read the disk itself, so that a scan of anything else must do without.
 */
export class AheadThreads implements ReadAhead {
  readonly #options: Required<AheadOptions>;
  #lanes: readonly AheadLane[] | undefined;
  #workers: readonly Worker[] = [];
  #isLent = false;
  #isBroken = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(options: AheadOptions) {
    const spare = availableParallelism() - 1;
    const count = Math.max(1, Math.min(mostThreads, spare));
    this.#options = { count, restMs: 5_000, ...options };
  }

  /** @returns undefined for few logs, and while the threads read for another scan. */
  over(plan: ScanPlan): AheadFiles | undefined {
    if (this.#isLent || this.#isBroken || plan.logs.length < leastLogs) {
      return undefined;
    }
    clearTimeout(this.#resting);
    this.#lanes ??= this.#start();
    if (this.#lanes.some(({ area }) => !area.close())) {
      // A thread still reads for a scan that was given up.
      this.#rest();
      return undefined;
    }
    this.#isLent = true;
    const files = new AheadFiles(plan, this.#lanes, () => {
      this.#isLent = false;
      this.#rest();
    });
    keptShapes.aheadFiles = files;
    return files;
  }

  #rest(): void {
    this.#resting = setTimeout(() => {
      this.#end();
    }, this.#options.restMs).unref();
  }

  /** Neighbouring parts go to different threads. */
  #start(): readonly AheadLane[] {
    const threads = Array.from({ length: this.#options.count }, () => this.#startOne());
    return Array.from({ length: areasEach }, (_, index) =>
      threads.flatMap((lanes) => lanes[index] ?? []),
    ).flat();
  }

  #startOne(): readonly AheadLane[] {
    const orders = new SharedArrayBuffer(4);
    const areas = Array.from({ length: areasEach }, () => new AheadArea());
    const start: AheadStart = { orders, areas: areas.map(({ memory }) => memory) };
    const worker = new Worker(this.#options.script, {
      workerData: start,
      name: 'session-browser-ahead',
    });
    let isGone = false;
    worker.on('error', (fault) => {
      this.#isBroken = true;
      this.#options.onFault(fault);
    });
    worker.on('exit', () => {
      isGone = true;
    });
    worker.unref();
    this.#workers = [...this.#workers, worker];
    const count = new Int32Array(orders);
    return areas.map((area) => ({
      area,
      get isGone() {
        return isGone;
      },
      order: (paths, look) => {
        area.order(paths, look);
        Atomics.add(count, 0, 1);
        Atomics.notify(count, 0);
      },
    }));
  }

  #end(): void {
    for (const worker of this.#workers) {
      worker.terminate().catch(this.#options.onFault);
    }
    this.#workers = [];
    this.#lanes = undefined;
  }
}
