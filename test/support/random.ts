/** Pseudorandom numbers: the same seed gives the same data on every machine (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }

  /** A log-normal size: half are below `median`, and few are far above. */
  size(median: number, spread: number, most: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return Math.min(most, Math.max(1, Math.round(median * Math.exp(spread * normal))));
  }

  hex(digits: number): string {
    let text = '';
    while (text.length < digits) {
      text += this.below(2 ** 32)
        .toString(16)
        .padStart(8, '0');
    }
    return text.slice(0, digits);
  }

  uuid(): string {
    const digits = this.hex(32);
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `a${digits.slice(17, 20)}`,
      digits.slice(20),
    ].join('-');
  }
}
