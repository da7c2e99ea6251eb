import { firstPlace } from '#base/binarySearch.ts';
import { grown } from '#base/grown.ts';
import { messageCount, type ContextSize } from './contextSize.ts';
import type { Editable } from './entriesOf.ts';

/**
 * Positions and sizes of conversation entries in the log: 20 bytes each, as there can be millions.
 */
export class EntryTable {
  #length = 0;
  #places = new Uint32Array(64 * columns);

  get length(): number {
    return this.#length;
  }

  /**
   * @param event index among the line's events.
   * @param size of the messages that the entry expands to.
   * @param isPrompt the user said it.
   * @returns the entry's number.
   */
  push(
    line: number,
    event: number,
    size: ContextSize,
    editable: Editable,
    isPrompt: boolean,
  ): number {
    const at = this.#length * columns;
    if (at === this.#places.length) {
      this.#places = grown(this.#places, at * 2);
    }
    this.#places[at] = line;
    this.#places[at + 1] = event;
    this.#places[at + 2] = messageCount(size) * editables.length + editables.indexOf(editable);
    this.#places[at + 3] = size.results * 4 + (isPrompt ? 2 : 0) + (size.assistant > 0 ? 1 : 0);
    this.#places[at + 4] = size.chars;
    this.#length += 1;
    return this.#length - 1;
  }

  line(entry: number): number {
    return this.#places[entry * columns] ?? 0;
  }

  /** Number of entries before a line; also the first entry from there on, if there is one. */
  firstOf(line: number): number {
    return firstPlace(0, this.#length, (entry) => this.line(entry) >= line);
  }

  event(entry: number): number {
    return this.#places[entry * columns + 1] ?? 0;
  }

  messages(entry: number): number {
    return Math.floor((this.#places[entry * columns + 2] ?? 0) / editables.length);
  }

  size(entry: number): ContextSize {
    const column = this.#places[entry * columns + 3] ?? 0;
    const results = column >>> 2;
    const own = this.messages(entry) - results;
    const isAssistant = (column & 1) === 1;
    return {
      user: isAssistant ? 0 : own,
      assistant: isAssistant ? own : 0,
      results,
      chars: this.#places[entry * columns + 4] ?? 0,
    };
  }

  isPrompt(entry: number): boolean {
    return ((this.#places[entry * columns + 3] ?? 0) & 2) === 2;
  }

  editable(entry: number): Editable {
    return editables[(this.#places[entry * columns + 2] ?? 0) % editables.length] ?? 'nothing';
  }

  /** Drops the entries from `length` on. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}

const columns = 5;
/** Shares a column with the number of messages. */
const editables: readonly Editable[] = ['all', 'result', 'nothing'];
