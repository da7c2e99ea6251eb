/** How to take back what changed since a mark. */
export class UndoLog {
  readonly #undo: (() => void)[] = [];
  #isMarked = false;

  /** `rewind` returns to here, and to no earlier mark. */
  mark(): void {
    this.#undo.length = 0;
    this.#isMarked = true;
  }

  /** @param undo takes back a change that was just made. */
  add(undo: () => void): void {
    if (this.#isMarked) {
      this.#undo.push(undo);
    }
  }

  rewind(): void {
    this.#isMarked = false;
    for (const undo of this.#undo.splice(0).reverse()) {
      undo();
    }
  }
}
