import type { FindingSample, Findings } from '#protocol/worker.ts';
import type { Secret } from './secretsBundle.ts';
import { beginningOf } from '#core/text/wellFormed.ts';

/** Characters of a secret in a list: enough to recognize it, too few to use it. */
const shownChars = 6;

/** Counts what was found, and remembers the first of it. */
export class FindingsCount {
  /** Secrets of each kind: one that is repeated counts once. */
  readonly #kinds = new Map<string, Set<string>>();
  readonly #samples: FindingSample[] = [];
  readonly #homes = new Set<string>();
  #homeCount = 0;

  constructor(private readonly maxSamples: number) {}

  /** @param rowId absent for the header. */
  add(
    { secrets, homes }: { readonly secrets: readonly Secret[]; readonly homes: readonly string[] },
    rowId: string | undefined,
  ): void {
    const where = rowId === undefined ? {} : { rowId };
    for (const { kind, text } of secrets) {
      const known = this.#kinds.get(kind) ?? new Set();
      this.#kinds.set(kind, known);
      if (!known.has(text)) {
        known.add(text);
        this.#sample({ kind, text: `${beginningOf(text, shownChars)}…`, ...where });
      }
    }
    this.#homeCount += homes.length;
    for (const home of homes) {
      if (!this.#homes.has(home)) {
        this.#homes.add(home);
        this.#sample({ text: home, ...where });
      }
    }
  }

  sum(): Findings {
    return {
      secrets: [...this.#kinds]
        .map(([kind, known]) => ({ kind, count: known.size }))
        .sort((a, b) => b.count - a.count),
      homes: this.#homeCount,
      // Secrets first.
      samples: this.#samples.toSorted((a, b) => rank(a) - rank(b)),
    };
  }

  #sample(sample: FindingSample): void {
    if (this.#samples.length < this.maxSamples) {
      this.#samples.push(sample);
    }
  }
}

function rank({ kind }: FindingSample): number {
  return kind === undefined ? 1 : 0;
}
