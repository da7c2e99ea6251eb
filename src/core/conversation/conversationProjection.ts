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
  /** What was known of the result; undefined if it had to be built anew. */
  readonly built: Built<T> | undefined;
  readonly itemCount: number;
  readonly forgotten: number;
}

interface Built<T> {
  /** Only ever grows; what is not an addition makes another result. */
  readonly items: T[];
  readonly compactions: number;
}

/** What becomes of the things said on a line, and from which step on that is known. */
interface Edit<T> {
  readonly index: number;
  readonly change: ((item: T) => T) | undefined;
}

/**
 * The conversation projection: which of the things said a model would get now. A compaction takes the
 * place of what was said before it, whole or up to the entry that its rule keeps; of a tree only the
 * branch that is shown counts; of several edits of one message the last one. Things said are added as
 * they come. Whatever reaches back is only noted, and the result is built when it is asked for: a log
 * of nothing but branches, edits and compactions costs no more than any other.
 */
export class ConversationProjection<T extends Said> {
  readonly #isShown: (line: number) => boolean;
  /** All steps that a later compaction or another branch may bring back. */
  #steps: Step<T>[] = [];
  /** Compactions whose steps are not kept. */
  #forgotten = 0;
  /** Undefined where it has to be built anew. */
  #built: Built<T> | undefined = { items: [], compactions: 0 };

  /** @param isShown whether a line belongs to the branch that is shown. */
  constructor(isShown: (line: number) => boolean) {
    this.#isShown = isShown;
  }

  /** What a model would get now, oldest first. The array grows, or it is another one. */
  get items(): readonly T[] {
    return this.#result().items;
  }

  /** Compactions in the branch that is shown. */
  get compactions(): number {
    return this.#result().compactions;
  }

  /** Line of the compaction that took the place of everything before it for good, if there is one. */
  get restart(): number | undefined {
    const [first] = this.#steps;
    return first?.type === 'compaction' && first.kept === undefined ? first.line : undefined;
  }

  push(step: Step<T>): void {
    const replacesAll = step.type === 'compaction' && step.kept === undefined;
    if (replacesAll) {
      // Formats with this rule have no branches: nothing can bring back what is replaced.
      this.#forgotten = this.compactions;
      this.#steps = [];
    }
    this.#steps.push(step);
    if (this.#built === undefined) {
      return;
    }
    if (replacesAll && this.#isShown(step.line)) {
      this.#built = { items: [...step.items], compactions: this.#built.compactions + 1 };
    } else if (step.type !== 'said') {
      this.#built = undefined;
    } else if (this.#isShown(step.line)) {
      this.#built.items.push(step.item);
    }
  }

  /** Another branch is shown. */
  rebuild(): void {
    this.#built = undefined;
  }

  mark(): ProjectionMark<T> {
    return {
      steps: this.#steps,
      stepCount: this.#steps.length,
      built: this.#built,
      itemCount: this.#built?.items.length ?? 0,
      forgotten: this.#forgotten,
    };
  }

  /** @param sameBranch whether the branch that was shown at the mark is shown still. */
  rewind(mark: ProjectionMark<T>, sameBranch: boolean): void {
    this.#steps = mark.steps;
    this.#steps.length = mark.stepCount;
    this.#forgotten = mark.forgotten;
    this.#built = sameBranch ? mark.built : undefined;
    if (this.#built !== undefined) {
      this.#built.items.length = mark.itemCount;
    }
  }

  #result(): Built<T> {
    this.#built ??= this.#build();
    return this.#built;
  }

  #build(): Built<T> {
    const { last, from, compactions } = this.#lastCompaction();
    const compaction = this.#steps[last];
    const chosen = (step: Step<T>, index: number) =>
      this.#isShown(step.line) && (index > last || (from !== undefined && step.line >= from));
    const edits = new Map<number, Edit<T>>();
    this.#steps.forEach((step, index) => {
      if (step.type === 'edit' && chosen(step, index)) {
        edits.set(step.target, { index, change: step.change });
      }
    });
    const items: T[] = [];
    const say = (item: T, index: number) => {
      const edit = edits.get(item.line);
      if (edit === undefined || edit.index < index) {
        items.push(item);
      } else if (edit.change !== undefined) {
        items.push(edit.change(item));
      }
    };
    if (compaction?.type === 'compaction') {
      compaction.items.forEach((item) => {
        say(item, last);
      });
    }
    this.#steps.forEach((step, index) => {
      if (step.type === 'said' && chosen(step, index)) {
        say(step.item, index);
      }
    });
    return { items, compactions };
  }

  /** Place of the compaction that counts, -1 if none does, and the line from which it keeps. */
  #lastCompaction(): { last: number; from: number | undefined; compactions: number } {
    let found: { last: number; from: number | undefined } = { last: -1, from: undefined };
    let compactions = this.#forgotten;
    this.#steps.forEach((step, index) => {
      if (step.type !== 'compaction' || !this.#isShown(step.line)) {
        return;
      }
      const { kept, keptFrom } = step;
      const from = keptFrom !== undefined && this.#isShown(keptFrom) ? keptFrom : undefined;
      if (from !== undefined || kept?.ifMissing !== 'ignore') {
        found = { last: index, from };
        compactions += 1;
      }
    });
    return { ...found, compactions };
  }
}
