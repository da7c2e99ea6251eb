import { firstPlace } from '#base/binarySearch.ts';

/** A match: a row's place in the list, and the match's index within the row. */
export interface FoundMatch {
  readonly row: number;
  readonly match: number;
}

/** Matches by row, in list order. */
export class MatchList {
  private constructor(
    private readonly rows: readonly number[],
    /** For each row, the number of matches up to and including it. */
    private readonly ends: readonly number[],
  ) {}

  static readonly none = new MatchList([], []);

  get total(): number {
    return this.ends.at(-1) ?? 0;
  }

  get rowCount(): number {
    return this.rows.length;
  }

  /** @param counts matches in each row. */
  with(rows: readonly number[], counts: readonly number[]): MatchList {
    let { total } = this;
    const ends = rows.map((_, at) => (total += counts[at] ?? 1));
    // A run can have matches in two parts of an answer.
    const known = this.rows.at(-1) === rows[0] ? -1 : this.rows.length;
    return new MatchList(
      [...this.rows.slice(0, known), ...rows],
      [...this.ends.slice(0, known), ...ends],
    );
  }

  /** A match by index; a negative index counts from the end. Undefined if there is none. */
  at(position: number): FoundMatch | undefined {
    const ends = this.ends;
    const wanted = position < 0 ? this.total + position : position;
    const at = firstPlace(0, ends.length, (place) => (ends[place] ?? 0) > wanted);
    const row = this.rows[at];
    return row === undefined ? undefined : { row, match: wanted - this.#startOf(at) };
  }

  /** The first match at or after a row. */
  firstFrom(row: number): FoundMatch | undefined {
    const next = this.rows[this.#placeOf(row)];
    return next === undefined ? undefined : { row: next, match: 0 };
  }

  /** Index of a match; undefined if its row no longer has any. */
  positionOf({ row, match }: FoundMatch): number | undefined {
    const at = this.#placeOf(row);
    return this.rows[at] === row ? this.#startOf(at) + match : undefined;
  }

  /** The same or nearest match in the same row after another search. */
  nearest({ row, match }: FoundMatch): FoundMatch | undefined {
    const at = this.#placeOf(row);
    const count = (this.ends[at] ?? 0) - this.#startOf(at);
    return this.rows[at] === row ? { row, match: Math.min(match, count - 1) } : undefined;
  }

  /** Index of the first row at or after this one. */
  #placeOf(row: number): number {
    const rows = this.rows;
    return firstPlace(0, rows.length, (at) => (rows[at] ?? 0) >= row);
  }

  #startOf(at: number): number {
    return this.ends[at - 1] ?? 0;
  }
}
