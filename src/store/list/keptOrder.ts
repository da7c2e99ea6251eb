import type { KnownSummary } from './summaryCache.ts';

/**
 * Summaries by path, in an order in which they are likely to be asked for: as long as it is that,
 * one comparison finds each, and ten thousand paths need not go into a map.
 */
export class KeptOrder {
  readonly #summaries: readonly KnownSummary[];
  /** Place of the one that is expected next. */
  #next = 0;
  #places: Map<string, number> | undefined;
  readonly #dropped = new Set<string>();

  constructor(summaries: readonly KnownSummary[]) {
    this.#summaries = summaries;
  }

  /** Whether it is the next one. */
  expects(path: string): boolean {
    return this.#summaries[this.#next]?.log.summary.path === path;
  }

  get(path: string): KnownSummary | undefined {
    if (this.#dropped.size > 0 && this.#dropped.has(path)) {
      return undefined;
    }
    const expected = this.#summaries[this.#next];
    if (expected?.log.summary.path === path) {
      this.#next += 1;
      return expected;
    }
    this.#places ??= new Map(this.#summaries.map(({ log }, place) => [log.summary.path, place]));
    const place = this.#places.get(path);
    if (place === undefined) {
      return undefined;
    }
    this.#next = place + 1;
    return this.#summaries[place];
  }

  drop(path: string): void {
    this.#dropped.add(path);
  }

  *all(): Iterable<readonly [string, KnownSummary]> {
    for (const known of this.#summaries) {
      const { path } = known.log.summary;
      if (!this.#dropped.has(path)) {
        yield [path, known];
      }
    }
  }
}
