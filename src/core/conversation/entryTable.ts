import type { Editable } from './entriesOf.ts';

/** Positions of conversation entries in the log: 12 bytes each, as there can be millions. */
export class EntryTable {
  #length = 0;
  #places = new Uint32Array(64 * columns);

  get length(): number {
    return this.#length;
  }

  /**
   * @param event index among the line's events.
   * @param messages number of messages that the entry expands to.
   * @returns the entry's number.
   */
  push(line: number, event: number, messages: number, editable: Editable): number {
    const at = this.#length * columns;
    if (at === this.#places.length) {
      const larger = new Uint32Array(at * 2);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[at] = line;
    this.#places[at + 1] = event;
    this.#places[at + 2] = messages * editables.length + editables.indexOf(editable);
    this.#length += 1;
    return this.#length - 1;
  }

  line(entry: number): number {
    return this.#places[entry * columns] ?? 0;
  }

  event(entry: number): number {
    return this.#places[entry * columns + 1] ?? 0;
  }

  messages(entry: number): number {
    return Math.floor((this.#places[entry * columns + 2] ?? 0) / editables.length);
  }

  editable(entry: number): Editable {
    return editables[(this.#places[entry * columns + 2] ?? 0) % editables.length] ?? 'nothing';
  }

  /** Drops the entries from `length` on. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}

const columns = 3;
/** Shares a column with the number of messages. */
const editables: readonly Editable[] = ['all', 'result', 'nothing'];
