import { firstPlace } from '#base/binarySearch.ts';
import type { RowKind } from '#core/index/rowTable.ts';
import { isRunOfOne, skimTurn, type SkimmedRow } from '#core/lens/skimTurn.ts';
import type { VisibleRows } from '#core/index/visibleRows.ts';
import { filterLineTest, parseFilterLine, type RowTest } from '#core/lens/filterLine.ts';
import type { RowFacts } from '#core/index/rowFacts.ts';
import {
  partsOfFilter,
  passesFilter,
  type RowFilter,
  type RowLevel,
} from '#protocol/pages/page.ts';
import type { RunCounts, RunPlaces } from './runCounts.ts';

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
  /** The agent is at work: its turn is not folded while it lasts. */
  #isRunning = false;
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

  /** Whether an entry of `skim` is a run and not a row. */
  isRun({ start, end }: RunPlaces): boolean {
    const row = this.#skimmed(start);
    return end - start > 1 || (row !== undefined && isRunOfOne(row) && start < this.#openFrom());
  }

  /** Whether the agent is at work. */
  setRunning(isRunning: boolean): void {
    if (isRunning !== this.#isRunning) {
      this.#isRunning = isRunning;
      const list = this.#lists.get('skim');
      if (list !== undefined) {
        this.#cut(list, this.visible.length);
      }
    }
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
    if (filter === 'skim') {
      this.#skim(list);
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
      return true;
    }
    const row = this.visible.at(place) ?? -1;
    const fact = row < 0 ? undefined : this.facts.get(row);
    return test({ kind, state, fact, isAfterCompaction: place > compaction && compaction >= 0 });
  }

  /** The turn that goes on is looked at again, for what was said last may no longer be the last. */
  #skim(list: FilterList): void {
    if (list.scanned === this.visible.length) {
      return;
    }
    this.#cut(list, list.scanned);
    const openFrom = this.#openFrom();
    while (list.scanned < this.visible.length) {
      const start = list.scanned;
      list.scanned += 1;
      while (list.scanned < this.visible.length && this.visible.kind(list.scanned) !== 'user') {
        list.scanned += 1;
      }
      if (start < openFrom) {
        const starts = skimTurn(start, list.scanned, (place) => this.#skimmed(place));
        for (const place of starts) {
          list.places.push(place);
        }
      } else {
        for (let place = start; place < list.scanned; place += 1) {
          list.places.push(place);
        }
      }
    }
  }

  #skimmed(place: number): SkimmedRow | undefined {
    const kind = this.visible.kind(place);
    const row = kind === 'tool' ? this.visible.at(place) : undefined;
    return kind && { kind, tool: row === undefined ? undefined : this.facts.tool(row) };
  }

  /** Where the turn begins that is shown openly. */
  #openFrom(): number {
    return this.#isRunning ? this.#turnOf(this.visible.length - 1) : Infinity;
  }

  /** The place where the turn of a row begins. */
  #turnOf(place: number): number {
    let start = place;
    while (start > 0 && this.visible.kind(start) !== 'user') {
      start -= 1;
    }
    return Math.max(0, start);
  }

  #latestCompaction(): number {
    for (; this.#compactionScanned < this.visible.length; this.#compactionScanned += 1) {
      if (this.visible.kind(this.#compactionScanned) === 'compaction') {
        this.#compaction = this.#compactionScanned;
      }
    }
    return this.#compaction;
  }

  /** Truncates a list at a place; what is folded of a turn depends on all of it. */
  #cut(list: FilterList, end: number): void {
    const isFolded = list.level === 'skim' && list.test === undefined;
    const length = isFolded ? this.#turnOf(Math.min(end, list.scanned) - 1) : end;
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
