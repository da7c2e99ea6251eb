/** Items whose measured heights are kept together. */
const blockSize = 128;

/**
 * Heights of the items of a long list. Most of them are estimated; those that were drawn are known.
 * Millions of items cost a few hundred KB, and every question is answered in some hundred steps: no
 * question looks at all items. CSS pixels.
 */
export class Heights {
  /** Height of an item that was never drawn. */
  readonly estimate: number;
  #count = 0;
  /** Measured heights less the estimate, by block. */
  readonly #blocks = new Map<number, Float64Array>();
  /** Which items are measured, since a height may be the estimate by chance. */
  readonly #measured = new Set<number>();
  /** A Fenwick tree over the blocks' sums. */
  #sums = new Float64Array(1);

  constructor(estimate: number) {
    this.estimate = estimate;
  }

  get count(): number {
    return this.#count;
  }

  /** What was measured of items that are gone is forgotten. */
  set count(count: number) {
    if (count < this.#count) {
      for (const index of [...this.#measured].filter((item) => item >= count)) {
        this.set(index, this.estimate);
        this.#measured.delete(index);
      }
    }
    this.#count = count;
    const blocks = Math.ceil(count / blockSize);
    if (blocks >= this.#sums.length) {
      this.#grow(2 * blocks);
    }
  }

  get total(): number {
    return this.startOf(this.#count);
  }

  isMeasured(index: number): boolean {
    return this.#measured.has(index);
  }

  of(index: number): number {
    const block = this.#blocks.get(Math.floor(index / blockSize));
    return this.estimate + (block?.[index % blockSize] ?? 0);
  }

  /** @returns by how much the item grew. */
  set(index: number, height: number): number {
    const at = Math.floor(index / blockSize);
    const block = this.#blocks.get(at) ?? new Float64Array(blockSize);
    this.#blocks.set(at, block);
    this.#measured.add(index);
    const growth = height - this.of(index);
    block[index % blockSize] = height - this.estimate;
    this.#add(at, growth);
    return growth;
  }

  /** Distance from the list's start to an item's. */
  startOf(index: number): number {
    const at = Math.floor(index / blockSize);
    let start = index * this.estimate;
    for (let node = at; node > 0; node &= node - 1) {
      start += this.#sums[node] ?? 0;
    }
    const block = this.#blocks.get(at);
    for (let item = 0; block !== undefined && item < index % blockSize; item += 1) {
      start += block[item] ?? 0;
    }
    return start;
  }

  /** The item at a distance from the list's start; the first or the last where there is none. */
  at(offset: number): number {
    let left = offset;
    let at = 0;
    for (let step = (this.#sums.length - 1) >> 1; step > 0; step >>= 1) {
      const span = step * blockSize * this.estimate + (this.#sums[at + step] ?? 0);
      if ((at + step) * blockSize <= this.#count && span <= left) {
        at += step;
        left -= span;
      }
    }
    let index = at * blockSize;
    while (index < this.#count - 1 && this.of(index) <= left) {
      left -= this.of(index);
      index += 1;
    }
    return Math.max(0, Math.min(index, this.#count - 1));
  }

  #add(block: number, growth: number): void {
    for (let node = block + 1; node < this.#sums.length; node += node & -node) {
      this.#sums[node] = (this.#sums[node] ?? 0) + growth;
    }
  }

  /** To a power of two, so that a search can halve its steps. */
  #grow(blocks: number): void {
    this.#sums = new Float64Array(2 ** Math.ceil(Math.log2(Math.max(2, blocks))) + 1);
    for (const [at, block] of this.#blocks) {
      this.#add(
        at,
        block.reduce((sum, growth) => sum + growth, 0),
      );
    }
  }
}
