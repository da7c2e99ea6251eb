import { firstPlace } from '#base/binarySearch.ts';
import { grown } from '#base/grown.ts';
import type { Source } from '../events/source.ts';

/** Offsets and lengths of all lines of a log, in bytes: 16 bytes a line, exact to 2^53. */
export class LineTable {
  #length = 0;
  #offsets = new Float64Array(256);
  #lengths = new Float64Array(256);

  get length(): number {
    return this.#length;
  }

  push(offset: number, length: number): void {
    if (this.#length === this.#offsets.length) {
      this.#offsets = grown(this.#offsets, this.#length * 2);
      this.#lengths = grown(this.#lengths, this.#length * 2);
    }
    this.#offsets[this.#length] = offset;
    this.#lengths[this.#length] = length;
    this.#length += 1;
  }

  /** Drops the lines from `length` on. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** The last line that begins before an offset; 0 if none does. */
  lastBefore(offset: number): number {
    return firstPlace(0, this.#length, (at) => (this.#offsets[at] ?? 0) >= offset);
  }

  /** @param line from 1. */
  get(line: number): Source | undefined {
    const index = line - 1;
    const offset = this.#offsets[index];
    const length = this.#lengths[index];
    return index >= 0 && index < this.#length && offset !== undefined && length !== undefined
      ? { line, offset, length }
      : undefined;
  }
}
