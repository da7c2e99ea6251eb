import { firstPlace } from '#base/binarySearch.ts';

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
