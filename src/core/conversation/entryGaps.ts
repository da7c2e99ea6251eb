import { firstPlace } from '#base/binarySearch.ts';

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
