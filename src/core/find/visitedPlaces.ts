const bitsInWord = 32;

/** A set of pairs of a split and a place in a text, as bits; emptied at the cost of its members. */
export class VisitedPlaces {
  #length = 0;
  #words = new Uint32Array(64);
  /** Words that are not zero. */
  readonly #used: number[] = [];

  constructor(private readonly splits: number) {}

  /** Empties it for a text of another length. */
  reset(length: number): void {
    this.clear();
    this.#length = length;
    const wanted = Math.ceil((this.splits * (length + 1)) / bitsInWord);
    if (wanted > this.#words.length) {
      this.#words = new Uint32Array(wanted * 2);
    }
  }

  clear(): void {
    for (const word of this.#used) {
      this.#words[word] = 0;
    }
    this.#used.length = 0;
  }

  /** @returns false if the pair is in the set already. */
  add(split: number, at: number): boolean {
    const place = split * (this.#length + 1) + at;
    const word = Math.floor(place / bitsInWord);
    const bit = 1 << (place % bitsInWord);
    const before = this.#words[word] ?? 0;
    if ((before & bit) !== 0) {
      return false;
    }
    if (before === 0) {
      this.#used.push(word);
    }
    this.#words[word] = before | bit;
    return true;
  }
}
