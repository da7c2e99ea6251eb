import { firstPlace } from '#base/binarySearch.ts';
import { aloneKinds, runKinds } from '#core/replay/runWork.ts';
import type { VisibleRows } from '#core/replay/visibleRows.ts';
import type { RunPlaces } from './runCounts.ts';

/** Rows are identified by number, as in `VisibleRows`. */
export type SkimEntry = { readonly row: number } | { readonly run: RunPlaces };

/** An opened run in the list. */
interface Opened extends RunPlaces {
  /** Index of its entry while all runs are closed, and in this list. */
  readonly entry: number;
  readonly index: number;
}

/**
 * What skimming a transcript shows: each run of work as one entry, each other row itself. The rows
 * of an opened run follow it.
 */
export class SkimList {
  readonly #visible: VisibleRows;
  readonly #starts: readonly number[];
  /** In order. */
  readonly #opened: readonly Opened[];

  /**
   * @param starts places where the entries begin.
   * @param rows each opens the run it is in.
   */
  constructor(visible: VisibleRows, starts: readonly number[], rows: readonly number[]) {
    this.#visible = visible;
    this.#starts = starts;
    const entries = new Set(rows.map((row) => this.#entryAt(visible.placeOf(row))));
    const opened: Opened[] = [];
    let inserted = 0;
    for (const entry of [...entries].sort((a, b) => a - b)) {
      const { start, end } = this.#places(entry);
      if (this.#isRun(start, end)) {
        opened.push({ entry, index: entry + inserted, start, end });
        inserted += end - start;
      }
    }
    this.#opened = opened;
  }

  get total(): number {
    return this.#opened.reduce((sum, { start, end }) => sum + end - start, this.#starts.length);
  }

  entries(start: number, count: number): SkimEntry[] {
    const end = Math.min(start + count, this.total);
    return Array.from({ length: Math.max(0, end - start) }, (_, at) => this.#at(start + at));
  }

  /**
   * Index of a row or, if it is not shown, of the run that it is in.
   *
   * @param isRun the run is meant even if the row is shown.
   */
  indexOf(row: number, isRun: boolean): number {
    const place = this.#visible.placeOf(row);
    const entry = this.#entryAt(place);
    const before = this.#lastOpened((opened) => opened.entry <= entry);
    if (before?.entry === entry) {
      return isRun ? before.index : before.index + 1 + Math.max(0, place - before.start);
    }
    return Math.max(0, before === undefined ? entry : shift(before) + entry);
  }

  #at(index: number): SkimEntry {
    const opened = this.#lastOpened((run) => run.index <= index);
    const inside = opened === undefined ? 0 : index - opened.index;
    if (opened !== undefined && inside > 0 && inside <= opened.end - opened.start) {
      return { row: this.#visible.at(opened.start + inside - 1) ?? 0 };
    }
    const { start, end } = this.#places(opened === undefined ? index : index - shift(opened));
    return this.#isRun(start, end)
      ? { run: { start, end } }
      : { row: this.#visible.at(start) ?? 0 };
  }

  #lastOpened(isBefore: (opened: Opened) => boolean): Opened | undefined {
    const opened = this.#opened;
    const next = firstPlace(0, opened.length, (at) => {
      const run = opened[at];
      return run === undefined || !isBefore(run);
    });
    return opened[next - 1];
  }

  /** The entry that a place is in. */
  #entryAt(place: number): number {
    const starts = this.#starts;
    return firstPlace(0, starts.length, (at) => (starts[at] ?? Infinity) > place) - 1;
  }

  #places(entry: number): RunPlaces {
    const start = this.#starts[entry] ?? 0;
    return { start, end: this.#starts[entry + 1] ?? this.#visible.length };
  }

  #isRun(start: number, end: number): boolean {
    const kind = this.#visible.kind(start);
    return (
      kind !== undefined &&
      runKinds.includes(kind) &&
      (end - start > 1 || !aloneKinds.includes(kind))
    );
  }
}

/** By how much the entries after an opened run have moved. */
function shift({ entry, index, start, end }: Opened): number {
  return index - entry + end - start;
}
