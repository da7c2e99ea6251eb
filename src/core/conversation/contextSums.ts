import { firstPlace } from '#base/binarySearch.ts';
import { minus, noContext, plus, type ContextSize } from './contextSize.ts';

/** Sizes by place, any of which may grow or shrink, and their sum up to a place; both in O(log n). */
class SumTree {
  /** Fenwick's tree: the size at `n` is the sum of the last `n & -n` places up to `n`, from 1. */
  readonly #sums: ContextSize[] = [];
  /** A power of two. */
  #places = 64;

  add(place: number, size: ContextSize): void {
    while (place >= this.#places) {
      // The last of twice the places stands for all.
      this.#sums[this.#places * 2] = this.#sums[this.#places] ?? noContext;
      this.#places *= 2;
    }
    for (let at = place + 1; at <= this.#places; at += at & -at) {
      this.#sums[at] = plus(this.#sums[at] ?? noContext, size);
    }
  }

  /** Sum of the places before `end`. */
  before(end: number): ContextSize {
    let sum = noContext;
    for (let at = Math.min(end, this.#places); at > 0; at -= at & -at) {
      sum = plus(sum, this.#sums[at] ?? noContext);
    }
    return sum;
  }
}

/** Ranges of entries that compactions left without words, in order; each entry is emptied once. */
export class EntryGaps {
  readonly #gaps: { readonly from: number; readonly to: number }[] = [];

  /** Adds a range. @param to the number of entries so far. @returns those that were in no range. */
  add(from: number, to: number): readonly number[] {
    const added: number[] = [];
    let start = from;
    let end = to;
    for (
      let gap = this.#gaps.at(-1);
      gap !== undefined && gap.to >= from;
      gap = this.#gaps.at(-1)
    ) {
      this.#gaps.pop();
      for (let entry = gap.to; entry < end; entry += 1) {
        added.push(entry);
      }
      end = gap.from;
      start = Math.min(start, gap.from);
    }
    for (let entry = from; entry < end; entry += 1) {
      added.push(entry);
    }
    this.#gaps.push({ from: start, to });
    return added;
  }

  /** An entry has words again. */
  remove(entry: number): void {
    const at = firstPlace(0, this.#gaps.length, (index) => (this.#gaps[index]?.to ?? 0) > entry);
    const gap = this.#gaps[at];
    if (gap !== undefined && gap.from <= entry) {
      this.#gaps.splice(at, 1, { from: gap.from, to: entry }, { from: entry + 1, to: gap.to });
    }
  }
}

/** Entries whose sizes are added up together; the rest is added one by one. */
const block = 64;

/** Running totals of the sizes in a growing list of entries. */
export class ContextSums {
  readonly #sums = new SumTree();
  readonly #changed = new Map<number, ContextSize>();
  /** Blocks added up so far. */
  #blocks = 0;

  /** @param sizeOf must always give the same for an entry. */
  constructor(private readonly sizeOf: (entry: number) => ContextSize) {}

  size(entry: number): ContextSize {
    return this.#changed.get(entry) ?? this.sizeOf(entry);
  }

  /** From now on, an entry has another size. */
  change(entry: number, size: ContextSize): void {
    const isSummed = entry < this.#blocks * block;
    const more = minus(size, this.size(entry));
    this.#changed.set(entry, size);
    if (isSummed) {
      this.#sums.add(Math.floor(entry / block), more);
    }
  }

  /** Sum of the entries before `end`. */
  before(end: number): ContextSize {
    const blocks = Math.floor(end / block);
    for (; this.#blocks < blocks; this.#blocks += 1) {
      this.#sums.add(this.#blocks, this.#sumOf(this.#blocks * block, (this.#blocks + 1) * block));
    }
    return plus(this.#sums.before(blocks), this.#sumOf(blocks * block, end));
  }

  between(start: number, end: number): ContextSize {
    return start >= end ? noContext : minus(this.before(end), this.before(start));
  }

  #sumOf(start: number, end: number): ContextSize {
    let { user, assistant, results, chars } = noContext;
    for (let entry = start; entry < end; entry += 1) {
      const size = this.size(entry);
      user += size.user;
      assistant += size.assistant;
      results += size.results;
      chars += size.chars;
    }
    return { user, assistant, results, chars };
  }
}
