import { firstPlace } from '#base/binarySearch.ts';

/** One match: a row's place in the list, and which of its matches. */
export interface FoundMatch {
  readonly row: number;
  readonly match: number;
}

/** Matches by row, in the order of the list. */
export class MatchList {
  readonly #rows: readonly number[];
  /** For each row how many matches there are up to its end. */
  readonly #ends: readonly number[];

  private constructor(rows: readonly number[], ends: readonly number[]) {
    this.#rows = rows;
    this.#ends = ends;
  }

  static readonly none = new MatchList([], []);

  get total(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** Rows with matches. */
  get rowCount(): number {
    return this.#rows.length;
  }

  /** @param counts how many matches each of the rows has. */
  with(rows: readonly number[], counts: readonly number[]): MatchList {
    let { total } = this;
    const ends = rows.map((_, at) => (total += counts[at] ?? 1));
    return new MatchList([...this.#rows, ...rows], [...this.#ends, ...ends]);
  }

  /** A match by its number; a negative one counts from the end. Undefined if there are none. */
  at(position: number): FoundMatch | undefined {
    const ends = this.#ends;
    const wanted = position < 0 ? this.total + position : position;
    const at = firstPlace(0, ends.length, (place) => (ends[place] ?? 0) > wanted);
    const row = this.#rows[at];
    return row === undefined ? undefined : { row, match: wanted - this.#startOf(at) };
  }

  /** The first match at or after a row. */
  firstFrom(row: number): FoundMatch | undefined {
    const next = this.#rows[this.#placeOf(row)];
    return next === undefined ? undefined : { row: next, match: 0 };
  }

  /** Number of a match; undefined if its row has none any more. */
  positionOf({ row, match }: FoundMatch): number | undefined {
    const at = this.#placeOf(row);
    return this.#rows[at] === row ? this.#startOf(at) + match : undefined;
  }

  /** The same match after another search, as far as it is there. */
  nearest({ row, match }: FoundMatch): FoundMatch | undefined {
    const at = this.#placeOf(row);
    const count = (this.#ends[at] ?? 0) - this.#startOf(at);
    return this.#rows[at] === row ? { row, match: Math.min(match, count - 1) } : undefined;
  }

  /** Of the first row at or after this one. */
  #placeOf(row: number): number {
    const rows = this.#rows;
    return firstPlace(0, rows.length, (at) => (rows[at] ?? 0) >= row);
  }

  #startOf(at: number): number {
    return this.#ends[at - 1] ?? 0;
  }
}
