import { firstPlace } from '#base/binarySearch.ts';
import type { BranchPoint, EntryTree } from '../entries/entryTree.ts';
import type { CallState, RowKind, RowTable } from './rowTable.ts';

/**
 * The shown rows, in order, by number. Rows of the table keep theirs; each point where branches
 * leave the shown one gets a row of its own, numbered by the negative of its index among the branch
 * points, from -1. Without branches it is the table itself and costs nothing.
 */
export class VisibleRows {
  #numbers: number[] = [];
  #points: readonly BranchPoint[] = [];
  #version = -1;
  /** Rows of the table already scanned, and branch points that have their row. */
  #scanned = 0;
  #passed = 0;

  constructor(
    private readonly table: RowTable,
    private readonly tree: EntryTree,
  ) {}

  /** Grows whenever earlier positions get other rows; appending does not change it. */
  get version(): number {
    return this.tree.version;
  }

  get length(): number {
    return this.tree.hasBranches ? this.#list().length : this.table.length;
  }

  /** Number of the row at a position. */
  at(place: number): number | undefined {
    return this.tree.hasBranches
      ? this.#list()[place]
      : place >= 0 && place < this.table.length
        ? place
        : undefined;
  }

  kind(place: number): RowKind | undefined {
    const row = this.at(place);
    return row === undefined ? undefined : row < 0 ? 'branch' : this.table.kind(row);
  }

  /** A call's state within the shown branch; `done` for a row that is not a call. */
  state(place: number): CallState {
    const row = this.at(place);
    if (row === undefined || row < 0) {
      return 'done';
    }
    const end = this.table.endLine(row);
    // A call may have ended in another branch than the shown one.
    return end !== 0 && !this.tree.isShown(end) ? 'unfinished' : this.table.state(row);
  }

  /** The first position whose call ended since the last call of this; infinite if none. */
  takeChanged(): number {
    const row = this.table.takeChanged();
    return row === Infinity ? Infinity : Math.max(0, this.placeOf(row));
  }

  /** Position of a table row, or of the nearest shown one before it; -1 if none. */
  placeOf(row: number): number {
    if (!this.tree.hasBranches) {
      return Math.min(row, this.table.length - 1);
    }
    const list = this.#list();
    if (row < 0) {
      return list.indexOf(row);
    }
    const line = this.table.get(row)?.line ?? 0;
    const next = firstPlace(0, list.length, (at) => {
      const number = list[at] ?? 0;
      return number < 0 ? this.#lineOf(number) >= line : number > row;
    });
    return next - 1;
  }

  /** The branch point of a negative row number. */
  branchPoint(row: number): BranchPoint | undefined {
    return this.#points[-row - 1];
  }

  /** Number of the row of the branch point after a line; undefined if none is shown there. */
  branchRow(line: number): number | undefined {
    this.#list();
    const index = this.#points.findIndex((point) => point.line === line);
    return index === -1 ? undefined : -index - 1;
  }

  /** Call this after the table dropped its last rows. */
  afterTruncate(): void {
    this.#version = -1;
  }

  #lineOf(row: number): number {
    return this.branchPoint(row)?.line ?? 0;
  }

  #list(): readonly number[] {
    if (this.#version !== this.tree.version) {
      this.#version = this.tree.version;
      this.#numbers = [];
      this.#points = this.tree.branchPoints();
      this.#scanned = 0;
      this.#passed = 0;
    }
    for (; this.#scanned < this.table.length; this.#scanned += 1) {
      const line = this.table.get(this.#scanned)?.line ?? 0;
      this.#passPoints(line);
      if (this.tree.isShown(line)) {
        this.#numbers.push(this.#scanned);
      }
    }
    this.#passPoints(Infinity);
    return this.#numbers;
  }

  /** Adds the rows of the branch points before a line. */
  #passPoints(line: number): void {
    for (; (this.#points[this.#passed]?.line ?? Infinity) < line; this.#passed += 1) {
      this.#numbers.push(-this.#passed - 1);
    }
  }
}
