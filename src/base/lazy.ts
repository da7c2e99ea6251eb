/** Creates a value on first use, and tries again after a failure. */
export class Lazy<T> {
  #made: Promise<T> | undefined;

  constructor(private readonly make: () => Promise<T>) {}

  get(): Promise<T> {
    this.#made ??= this.make().catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }
}
