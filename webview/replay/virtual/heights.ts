/** Items per block of measured heights. */
const blockSize = 128;

/**
 * Blocks with individual heights: some 16,000 items. Of other blocks only the sum is cached, so
 * that memory does not grow with the distance scrolled.
 */
export const cachedBlocks = 128;

/** Heights of one block's items; unmeasured ones have the block's average. */
interface Block {
  readonly heights: Float64Array;
  readonly measured: Uint8Array;
}

/**
 * Heights of the items of a long list: measured for drawn items, estimated for most. Millions of
 * items take a few hundred KB, and every query takes some hundred steps: none visits all items. CSS
 * pixels.
 */
export class Heights {
  #count = 0;
  /** In order of last change, oldest first. */
  readonly #blocks = new Map<number, Block>();
  /** A Fenwick tree of each block's height minus its estimate. */
  #sums = new Float64Array(1);

  constructor(
    /** Height of an item that was never drawn. */
    readonly estimate: number,
  ) {}

  get count(): number {
    return this.#count;
  }

  /** Discards the measurements of removed items. */
  set count(count: number) {
    const before = this.#count;
    this.#count = count;
    if (count < before) {
      for (let at = Math.floor(count / blockSize); at * blockSize < before; at += 1) {
        this.#forget(at, Math.max(0, count - at * blockSize));
      }
    }
    const blocks = Math.ceil(count / blockSize);
    if (blocks >= this.#sums.length) {
      this.#grow(2 * blocks);
    }
  }

  get total(): number {
    return this.startOf(this.#count);
  }

  /** Items with cached individual heights; for tests of the limit. */
  get cachedItems(): number {
    return this.#blocks.size * blockSize;
  }

  isMeasured(index: number): boolean {
    const block = this.#blocks.get(Math.floor(index / blockSize));
    return block?.measured[index % blockSize] === 1;
  }

  of(index: number): number {
    const at = Math.floor(index / blockSize);
    return this.#blocks.get(at)?.heights[index % blockSize] ?? this.#averageOf(at);
  }

  /** @returns how much the item grew. */
  set(index: number, height: number): number {
    const at = Math.floor(index / blockSize);
    const block = this.#blocks.get(at) ?? {
      heights: new Float64Array(blockSize).fill(this.#averageOf(at)),
      measured: new Uint8Array(blockSize),
    };
    this.#blocks.delete(at);
    this.#blocks.set(at, block);
    const growth = height - this.of(index);
    block.heights[index % blockSize] = height;
    block.measured[index % blockSize] = 1;
    this.#add(at, growth);
    this.#dropOldest();
    return growth;
  }

  /** Distance from the start of the list to the start of an item. */
  startOf(index: number): number {
    const at = Math.floor(index / blockSize);
    const within = index % blockSize;
    const start = at * blockSize * this.estimate + this.#sumBefore(at);
    const block = this.#blocks.get(at);
    if (block === undefined) {
      return start + (within === 0 ? 0 : within * this.#averageOf(at));
    }
    return block.heights.subarray(0, within).reduce((sum, height) => sum + height, start);
  }

  /** The item at a distance from the start of the list, clamped to the first and last. */
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
    const heights = this.#blocks.get(at)?.heights;
    const average = this.#averageOf(at);
    const first = at * blockSize;
    let index = first;
    for (; index < this.#count - 1; index += 1) {
      const height = heights?.[index - first] ?? average;
      if (height > left) {
        break;
      }
      left -= height;
    }
    return Math.max(0, Math.min(index, this.#count - 1));
  }

  /** Average item height of a block, for blocks with only a sum. */
  #averageOf(at: number): number {
    return this.estimate + (this.#sumBefore(at + 1) - this.#sumBefore(at)) / blockSize;
  }

  /** Total height of the blocks before one, minus their estimates. */
  #sumBefore(block: number): number {
    let sum = 0;
    for (let node = block; node > 0; node &= node - 1) {
      sum += this.#sums[node] ?? 0;
    }
    return sum;
  }

  #add(block: number, growth: number): void {
    for (let node = block + 1; node < this.#sums.length; node += node & -node) {
      this.#sums[node] = (this.#sums[node] ?? 0) + growth;
    }
  }

  /** Resets the items of a block to the estimate, from one on. */
  #forget(at: number, from: number): void {
    const block = this.#blocks.get(at);
    if (block === undefined || from === 0) {
      this.#blocks.delete(at);
      this.#add(at, this.#sumBefore(at) - this.#sumBefore(at + 1));
      return;
    }
    const gone = block.heights.subarray(from);
    this.#add(
      at,
      gone.reduce((sum, height) => sum + this.estimate - height, 0),
    );
    gone.fill(this.estimate);
    block.measured.fill(0, from);
  }

  #dropOldest(): void {
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > cachedBlocks && oldest !== undefined) {
      this.#blocks.delete(oldest);
    }
  }

  /** Grows to a power of two, so that a search can halve its steps. */
  #grow(blocks: number): void {
    const sums = Array.from(
      { length: this.#sums.length - 1 },
      (_, at) => this.#sumBefore(at + 1) - this.#sumBefore(at),
    );
    this.#sums = new Float64Array(2 ** Math.ceil(Math.log2(Math.max(2, blocks))) + 1);
    sums.forEach((sum, at) => {
      if (sum !== 0) {
        this.#add(at, sum);
      }
    });
  }
}
