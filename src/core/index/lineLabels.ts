/**
 * The user's marks, by line; among several on one line the latest counts, and an empty one clears
 * it.
 */
export class LineLabels {
  readonly #labels = new Map<number, string>();
  /** The previous label for each change since the mark. */
  readonly #before: { readonly line: number; readonly label: string | undefined }[] = [];
  #isMarked = false;

  get(line: number): string | undefined {
    return this.#labels.get(line);
  }

  set(line: number, label: string | undefined): void {
    if (this.#isMarked) {
      this.#before.push({ line, label: this.#labels.get(line) });
    }
    this.#put(line, label);
  }

  /** Saves this state: `rewind` can return to the last one saved. */
  mark(): void {
    this.#before.length = 0;
    this.#isMarked = true;
  }

  rewind(): void {
    this.#isMarked = false;
    for (const { line, label } of this.#before.splice(0).reverse()) {
      this.#put(line, label);
    }
  }

  #put(line: number, label: string | undefined): void {
    if (label === undefined || label === '') {
      this.#labels.delete(line);
    } else {
      this.#labels.set(line, label);
    }
  }
}
