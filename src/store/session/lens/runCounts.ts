import type { LogIndex } from '#core/index/logIndex.ts';
import { RunCounter } from '#core/lens/runWork.ts';

/** Where a run is: its first place, and the place after its last. */
export interface RunPlaces {
  readonly start: number;
  readonly end: number;
}

interface CountedRun {
  readonly counter: RunCounter;
  /** Place after the last counted row. */
  end: number;
}

/** More than the page shows and has open at once. */
const mostRuns = 2_000;

/** Counts the runs that a page shows, each once and on as it grows. */
export class RunCounts {
  /** By their first place. */
  readonly #runs = new Map<number, CountedRun>();

  constructor(private readonly index: LogIndex) {}

  of({ start, end }: RunPlaces): RunCounter {
    let run = this.#runs.get(start);
    if (run === undefined || run.end > end) {
      if (this.#runs.size >= mostRuns) {
        this.#runs.clear();
      }
      run = { counter: new RunCounter(), end: start };
      this.#runs.set(start, run);
    }
    const { visible, transcript } = this.index;
    for (; run.end < end; run.end += 1) {
      const row = visible.at(run.end);
      const kind = visible.kind(run.end);
      if (row !== undefined && kind !== undefined) {
        run.counter.add(row, kind, visible.state(run.end), transcript.facts.get(row));
      }
    }
    return run.counter;
  }

  /** The rows from a place on are others now, or ended in another way. */
  cut(place: number): void {
    for (const [start, { end }] of this.#runs) {
      if (end > place) {
        this.#runs.delete(start);
      }
    }
  }
}
