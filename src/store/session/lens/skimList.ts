import { firstPlace } from '#base/binarySearch.ts';
import { isRunId } from '#core/lens/runRow.ts';
import type { RunCounter } from '#core/lens/runWork.ts';
import type { VisibleRows } from '#core/index/visibleRows.ts';
import type { RowFilter } from '#protocol/pages/page.ts';
import type { IndexedSession } from '../indexedSession.ts';
import { placeOfRow } from '../rowPlace.ts';
import type { RowFilters } from './rowFilters.ts';
import type { RunCounts, RunPlaces } from './runCounts.ts';

/** Rows are identified by number, as in `VisibleRows`. */
export type SkimEntry =
  | { readonly run: RunPlaces }
  | { readonly row: number; readonly isInRun: boolean };

/** An opened run in the list. */
interface Opened {
  /** Index of its entry while all runs are closed, and in this list. */
  readonly entry: number;
  readonly index: number;
  readonly counter: RunCounter;
}

/**
 * What skimming a transcript shows: each run of work as one entry, each other row itself. The rows
 * of an opened run follow it.
 */
class SkimList {
  /** Places where the entries begin. */
  readonly #starts: readonly number[];
  /** In order. */
  readonly #opened: readonly Opened[];

  /**
   * @param rows each opens the run it is in.
   */
  constructor(
    private readonly visible: VisibleRows,
    runs: RunCounts,
    private readonly filters: RowFilters,
    rows: readonly number[],
  ) {
    this.#starts = filters.starts();
    const entries = new Set(rows.map((row) => this.#entryAt(visible.placeOf(row))));
    const opened: Opened[] = [];
    for (const entry of [...entries].sort((a, b) => a - b)) {
      const places = this.#places(entry);
      if (this.filters.isRun(places)) {
        const before = opened.at(-1);
        const index = entry + (before === undefined ? 0 : shift(before));
        opened.push({ entry, index, counter: runs.of(places) });
      }
    }
    this.#opened = opened;
  }

  get total(): number {
    const last = this.#opened.at(-1);
    return this.#starts.length + (last === undefined ? 0 : shift(last));
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
    const entry = this.#entryAt(this.visible.placeOf(row));
    const before = this.#lastOpened((opened) => opened.entry <= entry);
    if (before?.entry !== entry) {
      return Math.max(0, entry + (before === undefined ? 0 : shift(before)));
    }
    const { rows } = before.counter;
    const inside = firstPlace(0, rows.length - 1, (at) => (rows[at] ?? Infinity) >= row);
    return isRun ? before.index : before.index + 1 + inside;
  }

  #at(index: number): SkimEntry {
    const opened = this.#lastOpened((run) => run.index <= index);
    const row = opened?.counter.rows[index - opened.index - 1];
    if (opened !== undefined && row !== undefined) {
      return { row, isInRun: true };
    }
    const isHead = opened === undefined || opened.index === index;
    const places = this.#places(isHead ? (opened?.entry ?? index) : index - shift(opened));
    return this.filters.isRun(places)
      ? { run: places }
      : { row: this.visible.at(places.start) ?? 0, isInRun: false };
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
    return { start, end: this.#starts[entry + 1] ?? this.visible.length };
  }
}

/** Index of a row, or of what shows it, in what a filter lists. @param opened see `skimListOf`. */
export function indexInList(
  indexed: IndexedSession,
  filter: RowFilter,
  rowId: string,
  opened: readonly string[],
): number {
  const { row } = placeOfRow(indexed.index, rowId);
  if (row === undefined) {
    return 0;
  }
  return filter === 'skim'
    ? skimListOf(indexed, opened).indexOf(row, isRunId(rowId))
    : indexed.filters.placeOf(filter, row);
}

/** @param opened IDs of runs, or of any of their rows. */
export function skimListOf(
  { index, filters, runs }: Pick<IndexedSession, 'index' | 'filters' | 'runs'>,
  opened: readonly string[],
): SkimList {
  const rows = opened.flatMap((id) => {
    const { row, exact } = placeOfRow(index, id);
    return exact && row !== undefined ? [row] : [];
  });
  return new SkimList(index.visible, runs, filters, rows);
}

/** By how much the entries after an opened run have moved. */
function shift({ entry, index, counter }: Opened): number {
  return index - entry + counter.rows.length;
}
