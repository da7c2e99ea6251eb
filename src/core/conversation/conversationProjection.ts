import type { KeptRule } from '../event.ts';

/** Something said, as the projection's owner remembers it: where it stands, or what it says. */
export interface Said {
  readonly line: number;
}

/** What a line does to the conversation. Lines are given by number, from 1. */
export type Step<T extends Said> =
  | { readonly type: 'said'; readonly line: number; readonly item: T }
  | {
      readonly type: 'compaction';
      readonly line: number;
      readonly items: readonly T[];
      /** Line from which on earlier items stay; undefined if the rule names none that is there. */
      readonly keptFrom: number | undefined;
      readonly kept: KeptRule | undefined;
    }
  | {
      readonly type: 'edit';
      readonly line: number;
      /** Line of the entry that is changed. */
      readonly target: number;
      /** The item as changed; undefined takes it away. */
      readonly change: ((item: T) => T) | undefined;
    };

export interface ProjectionMark<T extends Said> {
  readonly steps: Step<T>[];
  readonly stepCount: number;
  readonly items: T[];
  readonly itemCount: number;
  readonly compactions: number;
}

/**
 * The conversation projection: which of the things said a model would get now. A compaction takes the
 * place of what was said before it, whole or up to the entry that its rule keeps; of a tree only the
 * branch that is shown counts. Incremental, so that a log of any size is gone through once.
 */
export class ConversationProjection<T extends Said> {
  readonly #isShown: (line: number) => boolean;
  /** All steps that a later compaction or another branch may bring back. */
  #steps: Step<T>[] = [];
  #items: T[] = [];
  #compactions = 0;

  /** @param isShown whether a line belongs to the branch that is shown. */
  constructor(isShown: (line: number) => boolean) {
    this.#isShown = isShown;
  }

  /** What a model would get now, oldest first. */
  get items(): readonly T[] {
    return this.#items;
  }

  /** Compactions in the branch that is shown. */
  get compactions(): number {
    return this.#compactions;
  }

  push(step: Step<T>): void {
    if (step.type === 'compaction' && step.kept === undefined) {
      // Formats with this rule have no branches: nothing can bring back what is replaced.
      this.#steps = [];
    }
    this.#steps.push(step);
    if (this.#isShown(step.line)) {
      this.#apply(step, this.#steps.length - 1);
    }
  }

  /** Another branch is shown. */
  rebuild(): void {
    this.#items = [];
    this.#compactions = 0;
    this.#steps.forEach((step, index) => {
      if (this.#isShown(step.line)) {
        this.#apply(step, index);
      }
    });
  }

  mark(): ProjectionMark<T> {
    return {
      steps: this.#steps,
      stepCount: this.#steps.length,
      items: this.#items,
      itemCount: this.#items.length,
      compactions: this.#compactions,
    };
  }

  rewind(mark: ProjectionMark<T>): void {
    this.#steps = mark.steps;
    this.#steps.length = mark.stepCount;
    this.#items = mark.items;
    this.#items.length = mark.itemCount;
    this.#compactions = mark.compactions;
  }

  #apply(step: Step<T>, index: number): void {
    switch (step.type) {
      case 'said':
        this.#items.push(step.item);
        return;
      case 'compaction':
        this.#compact(step, index);
        return;
      case 'edit':
        this.#items = this.#items.flatMap((item) =>
          item.line !== step.target ? [item] : step.change === undefined ? [] : [step.change(item)],
        );
    }
  }

  #compact(step: Extract<Step<T>, { type: 'compaction' }>, index: number): void {
    const { kept, keptFrom } = step;
    const from = keptFrom !== undefined && this.#isShown(keptFrom) ? keptFrom : undefined;
    if (kept?.ifMissing === 'ignore' && from === undefined) {
      return;
    }
    this.#compactions += 1;
    // A new array, so that a mark still holds the old one.
    this.#items = [...step.items];
    if (from === undefined) {
      return;
    }
    for (const earlier of this.#steps.slice(0, index)) {
      if (earlier.line >= from && earlier.type !== 'compaction' && this.#isShown(earlier.line)) {
        this.#apply(earlier, index);
      }
    }
  }
}
