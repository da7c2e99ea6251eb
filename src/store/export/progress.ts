import type { ExportProgress } from '#protocol/worker.ts';

export type OnProgress = (progress: ExportProgress) => Promise<void>;

/** Interval of progress reports, in ms. */
const progressEvery = 100;

/** Counts rows and reports how many there are, now and then. */
export class RowProgress {
  readonly #total: number;
  readonly #onProgress: OnProgress;
  #rows = 0;
  #reportedAt = performance.now();

  constructor(total: number, onProgress: OnProgress) {
    this.#total = total;
    this.#onProgress = onProgress;
  }

  get rows(): number {
    return this.#rows;
  }

  /** After each row. Resolves when the receiver wants to go on. */
  async step(): Promise<void> {
    this.#rows += 1;
    if (performance.now() - this.#reportedAt >= progressEvery) {
      this.#reportedAt = performance.now();
      await this.#onProgress({ rows: this.#rows, total: this.#total });
    }
  }
}
