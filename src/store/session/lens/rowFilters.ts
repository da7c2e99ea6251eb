import { firstPlace } from '#base/binarySearch.ts';
import type { RowKind } from '#core/index/rowTable.ts';
import { runKinds } from '#core/lens/runWork.ts';
import type { VisibleRows } from '#core/index/visibleRows.ts';
import { filterLineTest, parseFilterLine, type RowTest } from '#core/lens/filterLine.ts';
import type { RowFacts } from '#core/index/rowFacts.ts';
import {
  partsOfFilter,
  passesFilter,
  type RowFilter,
  type RowLevel,
} from '#protocol/pages/page.ts';
import type { RunCounts } from './runCounts.ts';

type ListFilter = Exclude<RowFilter, 'all'>;

interface FilterList {
  readonly level: RowLevel;
  /** Of the filter line; undefined if every row of the level passes. */
  readonly test: RowTest | undefined;
  /** The line asks for what follows the latest compaction. */
  readonly isAfterCompaction: boolean;
  /** Place of the latest compaction when the list was built; -1 if there was none. */
  compaction: number;
  readonly places: number[];
  /** Rows examined so far. */
  scanned: number;
}

/** Lists kept: those of the header, of the page, and of the last lines a user typed. */
const mostLists = 8;

/**
 * Places of the rows that match each filter, and row counts by kind. Extended as rows are added,
 * and rebuilt only when another branch is shown. A filter's list is built on first use. Rows are
 * identified by number, as in `VisibleRows`.
 */
export class RowFilters {
  /** The last used list comes last. */
  readonly #lists = new Map<ListFilter, FilterList>();
  readonly #kinds = new Map<RowKind, number>();
  #counted = 0;
  #version = 0;
  /** Place of the latest compaction, -1 if there is none, and rows examined for one. */
  #compaction = -1;
  #compactionScanned = 0;

  /** @param runs told which rows changed. */
  constructor(
    private readonly visible: VisibleRows,
    private readonly facts: RowFacts,
    private readonly runs: RunCounts,
  ) {
    this.#version = visible.version;
  }

  /** Number of rows by kind; kinds without rows are absent. */
  kinds(): Readonly<Partial<Record<RowKind, number>>> {
    this.#follow();
    for (; this.#counted < this.visible.length; this.#counted += 1) {
      this.#count(this.#counted, 1);
    }
    return Object.fromEntries(this.#kinds);
  }

  /** Places where the entries of `skim` begin: each is a run, or a single row. */
  starts(): readonly number[] {
    return this.#list('skim');
  }

  total(filter: RowFilter): number {
    return filter === 'all' ? this.visible.length : this.#list(filter).length;
  }

  /** Numbers of the rows at places `start` to `start + count` within the filter. */
  rows(filter: RowFilter, start: number, count: number): number[] {
    if (filter !== 'all') {
      const places = this.#list(filter).slice(start, start + count);
      return places.flatMap((place) => this.visible.at(place) ?? []);
    }
    const end = Math.min(start + count, this.visible.length);
    return Array.from(
      { length: Math.max(0, end - start) },
      (_, index) => this.visible.at(start + index) ?? 0,
    );
  }

  /** Place within the filter of a row, or of the nearest earlier match; at least 0. */
  placeOf(filter: RowFilter, number: number): number {
    const row = this.visible.placeOf(number);
    if (filter === 'all') {
      return Math.max(0, row);
    }
    const places = this.#list(filter);
    const next = firstPlace(0, places.length, (at) => (places[at] ?? Infinity) > row);
    return Math.max(0, next - 1);
  }

  /** Must be called before the table drops its rows from number `rows` on. */
  beforeTruncate(rows: number): void {
    this.#follow();
    const length = this.visible.placeOf(rows - 1) + 1;
    while (this.#counted > length) {
      this.#counted -= 1;
      this.#count(this.#counted, -1);
    }
    for (const list of this.#lists.values()) {
      this.#cut(list, length);
    }
    this.runs.cut(length);
    if (this.#compactionScanned > length) {
      this.#compaction = -1;
      this.#compactionScanned = 0;
    }
  }

  #list(filter: ListFilter): readonly number[] {
    this.#follow();
    const list = this.#lists.get(filter) ?? newList(filter);
    this.#lists.delete(filter);
    this.#lists.set(filter, list);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > mostLists && oldest !== undefined) {
      this.#lists.delete(oldest);
    }
    if (list.isAfterCompaction && list.compaction !== this.#latestCompaction()) {
      list.compaction = this.#latestCompaction();
      this.#cut(list, 0);
    }
    for (; list.scanned < this.visible.length; list.scanned += 1) {
      if (this.#passes(list, list.scanned)) {
        list.places.push(list.scanned);
      }
    }
    return list.places;
  }

  #passes({ level, test, compaction }: FilterList, place: number): boolean {
    const kind = this.visible.kind(place);
    const state = this.visible.state(place);
    if (kind === undefined || !passesFilter(level, kind, state)) {
      return false;
    }
    if (test === undefined) {
      return level !== 'skim' || this.#begins(place);
    }
    const row = this.visible.at(place) ?? -1;
    const fact = row < 0 ? undefined : this.facts.get(row);
    return test({ kind, state, fact, isAfterCompaction: place > compaction && compaction >= 0 });
  }

  /** Whether a row does not belong to the run of the one before. */
  #begins(place: number): boolean {
    return !this.#isWork(place) || !this.#isWork(place - 1);
  }

  #isWork(place: number): boolean {
    const kind = this.visible.kind(place);
    return kind !== undefined && runKinds.includes(kind);
  }

  #latestCompaction(): number {
    for (; this.#compactionScanned < this.visible.length; this.#compactionScanned += 1) {
      if (this.visible.kind(this.#compactionScanned) === 'compaction') {
        this.#compaction = this.#compactionScanned;
      }
    }
    return this.#compaction;
  }

  /** Truncates a list at a place. */
  #cut(list: FilterList, length: number): void {
    while ((list.places.at(-1) ?? -1) >= length) {
      list.places.pop();
    }
    list.scanned = Math.min(list.scanned, length);
  }

  /**
   * If another branch is shown, all counts are stale. If a call ended, lists that depend on its
   * outcome have to check it again, as do the places after it. Calls end soon after they start.
   */
  #follow(): void {
    if (this.#version !== this.visible.version) {
      this.#version = this.visible.version;
      this.#lists.clear();
      this.#kinds.clear();
      this.#counted = 0;
      this.#compaction = -1;
      this.#compactionScanned = 0;
      this.runs.cut(0);
    }
    const changed = this.visible.takeChanged();
    if (changed !== Infinity) {
      this.runs.cut(changed);
      for (const list of this.#lists.values()) {
        if (list.level === 'trouble' || list.test !== undefined) {
          this.#cut(list, changed);
        }
      }
    }
  }

  #count(row: number, by: number): void {
    const kind = this.visible.kind(row);
    if (kind === undefined) {
      return;
    }
    const count = (this.#kinds.get(kind) ?? 0) + by;
    if (count === 0) {
      this.#kinds.delete(kind);
    } else {
      this.#kinds.set(kind, count);
    }
  }
}

function newList(filter: ListFilter): FilterList {
  const { level, line } = partsOfFilter(filter);
  return {
    level,
    test: filterLineTest(line),
    isAfterCompaction: parseFilterLine(line).some(({ key }) => key.toLowerCase() === 'after'),
    compaction: -1,
    places: [],
    scanned: 0,
  };
}
