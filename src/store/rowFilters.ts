import type { RowTable } from '#core/replay/rowTable.ts';
import type { RowKind } from '#core/replay/row.ts';
import { rowFilterKinds, type RowFilter } from '#protocol/page.ts';

type ListFilter = Exclude<RowFilter, 'all'>;

/**
 * Places of the rows that pass each filter, and how many rows of each kind there are. Extended with
 * the table, never built again. A filter's list is made when it is first asked for.
 */
export class RowFilters {
  readonly #table: RowTable;
  readonly #lists = new Map<ListFilter, { readonly places: number[]; scanned: number }>();
  readonly #kinds = new Map<RowKind, number>();
  #counted = 0;

  constructor(table: RowTable) {
    this.#table = table;
  }

  /** Rows of each kind; kinds without rows are absent. */
  kinds(): Readonly<Partial<Record<RowKind, number>>> {
    for (; this.#counted < this.#table.length; this.#counted += 1) {
      this.#count(this.#counted, 1);
    }
    return Object.fromEntries(this.#kinds);
  }

  total(filter: RowFilter): number {
    return filter === 'all' ? this.#table.length : this.#list(filter).length;
  }

  /** Row numbers in the table of places `start` to `start + count` within the filter. */
  rows(filter: RowFilter, start: number, count: number): number[] {
    if (filter !== 'all') {
      return this.#list(filter).slice(start, start + count);
    }
    const end = Math.min(start + count, this.#table.length);
    return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
  }

  /** Place within the filter of a row, or of the nearest before it that passes; at least 0. */
  placeOf(filter: RowFilter, row: number): number {
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

  /** Must be called before the table forgets its rows from `length` on. */
  beforeTruncate(length: number): void {
    while (this.#counted > length) {
      this.#counted -= 1;
      this.#count(this.#counted, -1);
    }
    for (const list of this.#lists.values()) {
      while ((list.places.at(-1) ?? -1) >= length) {
        list.places.pop();
      }
      list.scanned = Math.min(list.scanned, length);
    }
  }

  #list(filter: ListFilter): readonly number[] {
    const list = this.#lists.get(filter) ?? { places: [], scanned: 0 };
    this.#lists.set(filter, list);
    const passing = new Set(rowFilterKinds[filter]);
    for (; list.scanned < this.#table.length; list.scanned += 1) {
      const kind = this.#table.kind(list.scanned);
      if (kind !== undefined && passing.has(kind)) {
        list.places.push(list.scanned);
      }
    }
    return list.places;
  }

  #count(row: number, by: number): void {
    const kind = this.#table.kind(row);
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
