/**
 * Caches values up to a total weight and evicts the least recently used first. The last values stay at
 * any weight.
 */
export class LruMap<Key, Value> {
  /** Least recently used first. */
  readonly #values = new Map<Key, Value>();
  #weight = 0;

  /**
   * @param weightOf must always give the same weight for a value; without it each weighs 1.
   * @param least number of values that stay at any weight.
   */
  constructor(
    private readonly max: number,
    private readonly weightOf: (value: Value) => number = () => 1,
    private readonly least = 1,
  ) {}

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#weight += this.weightOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.max || this.#values.size <= this.least) {
        break;
      }
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#values.get(key);
    if (value !== undefined) {
      this.#weight -= this.weightOf(value);
      this.#values.delete(key);
    }
  }
}
