import type { RowKind } from '#core/replay/row.ts';
import type { VisibleRows } from '#core/replay/visibleRows.ts';
import { passesFilter, type RowFilter } from '#protocol/page.ts';

type ListFilter = Exclude<RowFilter, 'all'>;

interface FilterList {
  readonly places: number[];
  /** Rows that were looked at. */
  scanned: number;
}

/**
 * Places of the rows that pass each filter, and how many rows of each kind there are. Extended with
 * the rows, and built again only when another branch is shown. A filter's list is made when it is
 * first asked for. Rows are named by their number, as `VisibleRows` has it.
 */
export class RowFilters {
  readonly #visible: VisibleRows;
  readonly #lists = new Map<ListFilter, FilterList>();
  readonly #kinds = new Map<RowKind, number>();
  #counted = 0;
  #version = 0;

  constructor(visible: VisibleRows) {
    this.#visible = visible;
    this.#version = visible.version;
  }

  /** Rows of each kind; kinds without rows are absent. */
  kinds(): Readonly<Partial<Record<RowKind, number>>> {
    this.#follow();
    for (; this.#counted < this.#visible.length; this.#counted += 1) {
      this.#count(this.#counted, 1);
    }
    return Object.fromEntries(this.#kinds);
  }

  total(filter: RowFilter): number {
    return filter === 'all' ? this.#visible.length : this.#list(filter).length;
  }

  /** Numbers of the rows at places `start` to `start + count` within the filter. */
  rows(filter: RowFilter, start: number, count: number): number[] {
    if (filter !== 'all') {
      const places = this.#list(filter).slice(start, start + count);
      return places.flatMap((place) => this.#visible.at(place) ?? []);
    }
    const end = Math.min(start + count, this.#visible.length);
    return Array.from(
      { length: Math.max(0, end - start) },
      (_, index) => this.#visible.at(start + index) ?? 0,
    );
  }

  /** Place within the filter of a row, or of the nearest before it that passes; at least 0. */
  placeOf(filter: RowFilter, number: number): number {
    const row = this.#visible.placeOf(number);
    if (filter === 'all') {
      return Math.max(0, row);
    }
    const places = this.#list(filter);
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? Infinity) <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Math.max(0, low - 1);
  }

  /** Must be called before the table forgets its rows from number `rows` on. */
  beforeTruncate(rows: number): void {
    this.#follow();
    const length = this.#visible.placeOf(rows - 1) + 1;
    while (this.#counted > length) {
      this.#counted -= 1;
      this.#count(this.#counted, -1);
    }
    for (const list of this.#lists.values()) {
      this.#cut(list, length);
    }
  }

  #list(filter: ListFilter): readonly number[] {
    this.#follow();
    const list = this.#lists.get(filter) ?? { places: [], scanned: 0 };
    this.#lists.set(filter, list);
    for (; list.scanned < this.#visible.length; list.scanned += 1) {
      const kind = this.#visible.kind(list.scanned);
      if (kind !== undefined && passesFilter(filter, kind, this.#visible.state(list.scanned))) {
        list.places.push(list.scanned);
      }
    }
    return list.places;
  }

  /** Forgets what a list has from a place on. */
  #cut(list: FilterList | undefined, length: number): void {
    if (list !== undefined) {
      while ((list.places.at(-1) ?? -1) >= length) {
        list.places.pop();
      }
      list.scanned = Math.min(list.scanned, length);
    }
  }

  /**
   * Another branch is shown: nothing that was counted holds. A call has ended: whether it is trouble,
   * and which places have those after it, is to be seen again. Calls end soon after they begin.
   */
  #follow(): void {
    if (this.#version !== this.#visible.version) {
      this.#version = this.#visible.version;
      this.#lists.clear();
      this.#kinds.clear();
      this.#counted = 0;
    }
    const changed = this.#visible.takeChanged();
    if (changed !== Infinity) {
      this.#cut(this.#lists.get('trouble'), changed);
    }
  }

  #count(row: number, by: number): void {
    const kind = this.#visible.kind(row);
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
