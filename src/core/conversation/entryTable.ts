import { firstPlace } from '#base/binarySearch.ts';
import { grown } from '#base/grown.ts';
import { messageCount, type ContextSize, type EntryParts } from './contextSize.ts';
import { voices, type Editable, type Voice } from './entriesOf.ts';

/**
 * Positions and sizes of conversation entries in the log: 28 bytes each, as there can be millions, and a few
 * for each with images.
 */
export class EntryTable {
  #length = 0;
  #places = new Uint32Array(64 * columns);
  /** Characters that stand for images. */
  readonly #images = new Map<number, number>();

  get length(): number {
    return this.#length;
  }

  /**
   * @param event index among the line's events.
   * @param size of the messages that the entry expands to.
   * @returns the entry's number.
   */
  push(
    line: number,
    event: number,
    size: ContextSize,
    editable: Editable,
    voice: Voice,
    { calls, results, images }: EntryParts,
  ): number {
    const at = this.#length * columns;
    if (at === this.#places.length) {
      this.#places = grown(this.#places, at * 2);
    }
    this.#places[at] = line;
    this.#places[at + 1] = event;
    this.#places[at + 2] = messageCount(size) * editables.length + editables.indexOf(editable);
    this.#places[at + 3] =
      size.results * 16 + voices.indexOf(voice) * 2 + (size.assistant > 0 ? 1 : 0);
    this.#places[at + 4] = size.chars;
    this.#places[at + 5] = calls;
    this.#places[at + 6] = results;
    if (images > 0) {
      this.#images.set(this.#length, images);
    }
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
    const results = column >>> 4;
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
    return this.voice(entry) === 'prompt';
  }

  voice(entry: number): Voice {
    return voices[((this.#places[entry * columns + 3] ?? 0) >>> 1) & 7] ?? 'note';
  }

  /** As it was said, whatever became of it. */
  parts(entry: number): EntryParts {
    const at = entry * columns;
    return {
      calls: this.#places[at + 5] ?? 0,
      results: this.#places[at + 6] ?? 0,
      images: this.#images.get(entry) ?? 0,
    };
  }

  editable(entry: number): Editable {
    return editables[(this.#places[entry * columns + 2] ?? 0) % editables.length] ?? 'nothing';
  }

  /** Drops the entries from `length` on. */
  truncate(length: number): void {
    for (const entry of this.#images.keys()) {
      if (entry >= length) {
        this.#images.delete(entry);
      }
    }
    this.#length = Math.min(this.#length, length);
  }
}

const columns = 7;
/** Shares a column with the number of messages. */
const editables: readonly Editable[] = ['all', 'result', 'nothing'];
