import { firstPlace } from '#base/binarySearch.ts';
import { grown } from '#base/grown.ts';
import type { Source } from '../events/decodedLine.ts';

/**
 * Lines of a log's records. Nearly every line is one record, so only the positions where the two
 * counts drift apart are stored.
 */
export class RecordPlaces {
  #length = 0;
  readonly #runs: { readonly record: number; readonly line: number }[] = [];

  get length(): number {
    return this.#length;
  }

  push(line: number): void {
    const last = this.#runs.at(-1);
    if (last === undefined || line - this.#length !== last.line - last.record) {
      this.#runs.push({ record: this.#length, line });
    }
    this.#length += 1;
  }

  /** Line of a record, from 0; undefined if there is none. */
  lineOf(record: number): number | undefined {
    if (!Number.isInteger(record) || record < 0 || record >= this.#length) {
      return undefined;
    }
    const runs = this.#runs;
    const next = firstPlace(0, runs.length, (at) => (runs[at]?.record ?? 0) > record);
    const run = runs[next - 1];
    return run === undefined ? undefined : run.line + record - run.record;
  }

  /** Drops the records from `length` on. */
  truncate(length: number): void {
    this.#length = Math.min(this.#length, length);
    while ((this.#runs.at(-1)?.record ?? -1) >= this.#length) {
      this.#runs.pop();
    }
  }
}

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

/** The models that a log names, where another one begins. */
export class NamedModels {
  readonly #named: { readonly line: number; readonly model: string }[] = [];

  get length(): number {
    return this.#named.length;
  }

  /** Empty if none was named. */
  get last(): string {
    return this.#named.at(-1)?.model ?? '';
  }

  push(line: number, model: string | undefined): void {
    if (model !== undefined && model !== this.#named.at(-1)?.model) {
      this.#named.push({ line, model });
    }
  }

  /** The one named last up to a line; empty if none was. */
  at(line: number): string {
    const next = firstPlace(0, this.#named.length, (at) => (this.#named[at]?.line ?? 0) > line);
    return this.#named[next - 1]?.model ?? '';
  }

  truncate(length: number): void {
    this.#named.length = Math.min(this.#named.length, length);
  }
}
