import { Worker } from 'node:worker_threads';
import { keptShapes } from '../list/keptShapes.ts';
import { AheadArea } from './aheadArea.ts';
import { AheadFiles, type AheadLane, type ReadAhead, type ScanPlan } from './aheadFiles.ts';
import type { AheadStart } from './aheadThread.ts';

/** Fewer are read before a thread has begun: that takes 30 ms. */
const leastLogs = 128;
/** They wait for the disk more than they work, so that their number is not that of the cores. */
const mostThreads = 4;
/** Of each thread: one that the scan works on, one that is read, and one that is next. */
const areasEach = 3;

export interface AheadOptions {
  /** Path of what is built of `aheadThread.ts`. */
  readonly script: string;
  /** Hears why a thread died. Scans do without from then on. */
  readonly onFault: (fault: unknown) => void;
  /** So long a scan runs before the first thread starts, and before all others do, in ms. */
  readonly startMs?: readonly [first: number, others: number];
  /** So long after the last scan the threads end, in ms. */
  readonly restMs?: number;
}

/**
 * The threads that read ahead for one scan at a time. They start with it and end soon after it. They
 * read the disk itself, so that a scan of anything else must do without.
 */
export class AheadThreads implements ReadAhead {
  readonly #options: Required<AheadOptions>;
  #workers: readonly Worker[] = [];
  #lanes: readonly AheadLane[] = [];
  #isLent = false;
  #isBroken = false;
  #resting: NodeJS.Timeout | undefined;

  constructor(options: AheadOptions) {
    this.#options = { startMs: [100, 600], restMs: 5_000, ...options };
  }

  /** @returns undefined for few logs, and while the threads read for another scan. */
  over(plan: ScanPlan): AheadFiles | undefined {
    if (this.#isLent || this.#isBroken || plan.logs.length < leastLogs) {
      return undefined;
    }
    clearTimeout(this.#resting);
    this.#isLent = true;
    const files = new AheadFiles(
      plan,
      () => this.#lanesAfter(performance.now() - plan.startedAt),
      () => {
        this.#isLent = false;
        this.#rest();
      },
    );
    keptShapes.aheadFiles = files;
    return files;
  }

  /** Those of the threads that run, and of more of them where a scan takes long. */
  #lanesAfter(ms: number): readonly AheadLane[] {
    const [first, others] = this.#options.startMs;
    const wanted = ms < first ? 0 : ms < others ? 1 : mostThreads;
    while (this.#workers.length < wanted && !this.#isBroken) {
      this.#lanes = [...this.#lanes, ...this.#start()];
    }
    return this.#lanes;
  }

  #rest(): void {
    this.#resting = setTimeout(() => {
      this.#end();
    }, this.#options.restMs).unref();
  }

  #start(): readonly AheadLane[] {
    const orders = new Int32Array(new SharedArrayBuffer(4 * (1 + areasEach)));
    const areas = Array.from({ length: areasEach }, () => new AheadArea());
    const memories = areas.map(({ memory }) => memory);
    const start: AheadStart = { areas: memories, orders: orders.buffer };
    const worker = new Worker(this.#options.script, {
      workerData: start,
      name: 'session-browser-ahead',
    });
    worker.on('error', (fault) => {
      this.#isBroken = true;
      this.#options.onFault(fault);
    });
    worker.unref();
    this.#workers = [...this.#workers, worker];
    return areas.map((area, index) => ({
      area,
      order: (paths, look) => {
        area.order(paths, look);
        orders[1 + ((orders[0] ?? 0) % areasEach)] = index;
        Atomics.add(orders, 0, 1);
        Atomics.notify(orders, 0);
      },
    }));
  }

  #end(): void {
    for (const worker of this.#workers) {
      worker.terminate().catch(this.#options.onFault);
    }
    this.#workers = [];
    this.#lanes = [];
    keptShapes.aheadFile = undefined;
  }
}
