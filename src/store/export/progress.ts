import type { ExportProgress } from '#protocol/worker.ts';

export type OnProgress = (progress: ExportProgress) => Promise<void>;

/** Interval of progress reports, in ms. */
const progressEvery = 100;

/** Counts rows and reports how many there are, now and then. */
export class RowProgress {
  #rows = 0;
  #reportedAt = performance.now();

  constructor(
    private readonly total: number,
    private readonly onProgress: OnProgress,
  ) {}

  get rows(): number {
    return this.#rows;
  }

  /** After each row. Resolves when the receiver wants to go on. */
  async step(): Promise<void> {
    this.#rows += 1;
    if (performance.now() - this.#reportedAt >= progressEvery) {
      this.#reportedAt = performance.now();
      await this.onProgress({ rows: this.#rows, total: this.total });
    }
  }
}
