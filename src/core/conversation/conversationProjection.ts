import type { KeptRule } from '../event.ts';

/** What a line does to the conversation. Lines are given by number, from 1. */
export type Step<T> =
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

/** A step that changes what was said before it. */
interface Reach<T> {
  readonly step: Exclude<Step<T>, { type: 'said' }>;
  /** How many things were said before. */
  readonly at: number;
}

export interface ProjectionMark<T> {
  readonly said: T[];
  readonly saidCount: number;
  readonly reaches: Reach<T>[];
  readonly reachCount: number;
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

/** What becomes of the things said on a line before the edit. */
interface Edit<T> {
  /** Place among the steps that reach back. */
  readonly index: number;
  readonly at: number;
  readonly change: ((item: T) => T) | undefined;
}

/**
 * The conversation projection: which of the things said a model would get now. A compaction takes the
 * place of what was said before it, whole or up to the entry that its rule keeps; of a tree only the
 * branch that is shown counts; of several edits of one message the last one. Things said are added as
 * they come. Whatever reaches back is only noted, and the result is built when it is asked for: a log
 * of nothing but branches, edits and compactions costs no more than any other.
 *
 * Things said are as its owner remembers them, by where they stand or by what they say, and there can
 * be millions: they are kept bare.
 */
export class ConversationProjection<T> {
  readonly #isShown: (line: number) => boolean;
  readonly #lineOf: (item: T) => number;
  /** All that a later compaction or another branch may bring back. */
  #said: T[] = [];
  #reaches: Reach<T>[] = [];
  /** Compactions that are not kept. */
  #forgotten = 0;
  /** Undefined where it has to be built anew. */
  #built: Built<T> | undefined = { items: [], compactions: 0 };

  /**
   * @param isShown whether a line belongs to the branch that is shown.
   * @param lineOf the line on which a thing was said.
   */
  constructor(isShown: (line: number) => boolean, lineOf: (item: T) => number) {
    this.#isShown = isShown;
    this.#lineOf = lineOf;
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
    const [first] = this.#reaches;
    return first?.step.type === 'compaction' && first.step.kept === undefined
      ? first.step.line
      : undefined;
  }

  push(step: Step<T>): void {
    if (step.type === 'said') {
      this.say(step.item);
      return;
    }
    const replacesAll = step.type === 'compaction' && step.kept === undefined;
    if (replacesAll) {
      // Formats with this rule have no branches: nothing can bring back what is replaced.
      this.#forgotten = this.compactions;
      this.#said = [];
      this.#reaches = [];
    }
    this.#reaches.push({ step, at: this.#said.length });
    if (this.#built !== undefined) {
      this.#built =
        replacesAll && this.#isShown(step.line)
          ? { items: [...step.items], compactions: this.#built.compactions + 1 }
          : undefined;
    }
  }

  /** The step that nearly all are. */
  say(item: T): void {
    this.#said.push(item);
    if (this.#built !== undefined && this.#isShown(this.#lineOf(item))) {
      this.#built.items.push(item);
    }
  }

  /** Another branch is shown. */
  rebuild(): void {
    this.#built = undefined;
  }

  mark(): ProjectionMark<T> {
    return {
      said: this.#said,
      saidCount: this.#said.length,
      reaches: this.#reaches,
      reachCount: this.#reaches.length,
      built: this.#built,
      itemCount: this.#built?.items.length ?? 0,
      forgotten: this.#forgotten,
    };
  }

  /** @param sameBranch whether the branch that was shown at the mark is shown still. */
  rewind(mark: ProjectionMark<T>, sameBranch: boolean): void {
    this.#said = mark.said;
    this.#said.length = mark.saidCount;
    this.#reaches = mark.reaches;
    this.#reaches.length = mark.reachCount;
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
    const compaction = this.#reaches[last];
    const isChosen = (line: number, isAfter: boolean) =>
      (isAfter || (from !== undefined && line >= from)) && this.#isShown(line);
    const edits = new Map<number, Edit<T>>();
    this.#reaches.forEach(({ step, at }, index) => {
      if (step.type === 'edit' && isChosen(step.line, index > last)) {
        edits.set(step.target, { index, at, change: step.change });
      }
    });
    const items: T[] = [];
    const say = (item: T, edit: Edit<T> | undefined) => {
      if (edit === undefined) {
        items.push(item);
      } else if (edit.change !== undefined) {
        items.push(edit.change(item));
      }
    };
    if (compaction?.step.type === 'compaction') {
      for (const item of compaction.step.items) {
        const edit = edits.get(this.#lineOf(item));
        say(item, edit !== undefined && edit.index > last ? edit : undefined);
      }
    }
    const firstAfter = compaction?.at ?? 0;
    this.#said.forEach((item, index) => {
      const line = this.#lineOf(item);
      if (isChosen(line, index >= firstAfter)) {
        const edit = edits.size === 0 ? undefined : edits.get(line);
        say(item, edit !== undefined && edit.at > index ? edit : undefined);
      }
    });
    return { items, compactions };
  }

  /** Place of the compaction that counts, -1 if none does, and the line from which it keeps. */
  #lastCompaction(): { last: number; from: number | undefined; compactions: number } {
    let found: { last: number; from: number | undefined } = { last: -1, from: undefined };
    let compactions = this.#forgotten;
    this.#reaches.forEach(({ step }, index) => {
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
