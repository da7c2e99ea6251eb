/** Numbers by place, any of which may grow or shrink, and their sum up to a place; both in O(log n). */
export class SumTree {
  /** Fenwick's tree: the number at `n` is the sum of the last `n & -n` places up to `n`, from 1. */
  #sums = new Float64Array(64 + 1);

  add(place: number, value: number): void {
    while (place + 1 >= this.#sums.length) {
      this.#grow();
    }
    for (let at = place + 1; at < this.#sums.length; at += at & -at) {
      this.#sums[at] = (this.#sums[at] ?? 0) + value;
    }
  }

  /** Sum of the places before `end`. */
  before(end: number): number {
    let sum = 0;
    for (let at = Math.min(end, this.#sums.length - 1); at > 0; at -= at & -at) {
      sum += this.#sums[at] ?? 0;
    }
    return sum;
  }

  /** To twice the places; the last of them then stands for all. */
  #grow(): void {
    const places = this.#sums.length - 1;
    const larger = new Float64Array(places * 2 + 1);
    larger.set(this.#sums);
    larger[places * 2] = this.#sums[places] ?? 0;
    this.#sums = larger;
  }
}
