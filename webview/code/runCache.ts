import type { CodeRun } from './highlight.ts';

/**
 * Characters of code whose runs are kept: some screens, as rows are drawn again when they scroll
 * back. Runs take some fifty times the memory of their text.
 */
export const keptChars = 200_000;

/** Runs of the code that was drawn last. */
export class RunCache {
  /** In the order of their last use, the oldest first. */
  readonly #runs = new Map<string, readonly CodeRun[] | undefined>();
  #chars = 0;

  /** Characters kept; for tests of the bound. */
  get chars(): number {
    return this.#chars;
  }

  get(
    text: string,
    language: string,
    make: () => readonly CodeRun[] | undefined,
  ): readonly CodeRun[] | undefined {
    const key = `${language} ${text}`;
    const isKept = this.#runs.has(key);
    const runs = isKept ? this.#runs.get(key) : make();
    this.#runs.delete(key);
    this.#runs.set(key, runs);
    this.#chars += isKept ? 0 : key.length;
    for (const oldest of this.#runs.keys()) {
      if (this.#chars <= keptChars || oldest === key) {
        break;
      }
      this.#runs.delete(oldest);
      this.#chars -= oldest.length;
    }
    return runs;
  }
}
