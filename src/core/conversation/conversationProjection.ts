import type { RetainedRule } from '../events/event.ts';

/** A line's effect on the conversation. Line numbers start at 1. */
export type ProjectionStep<T> =
  | { readonly type: 'said'; readonly line: number; readonly item: T }
  | {
      readonly type: 'compaction';
      readonly line: number;
      readonly items: readonly T[];
      /** Line from which on earlier items stay; undefined if the rule names no existing one. */
      readonly retainedFrom: number | undefined;
      /** Line before which they end; undefined for the compaction's own. */
      readonly retainedUntil?: number | undefined;
      readonly retained: RetainedRule | undefined;
    }
  | {
      readonly type: 'edit';
      readonly line: number;
      /** Line of the changed entry. */
      readonly target: number;
      /** The changed item; undefined removes it. */
      readonly change: ((item: T) => T) | undefined;
    };

/** A step that changes what was said before it. */
interface Reach<T> {
  readonly step: Exclude<ProjectionStep<T>, { type: 'said' }>;
  /** Number of items said before it. */
  readonly at: number;
}

export interface ProjectionMark<T> {
  readonly saidCount: number;
  readonly reachCount: number;
  /** The result at that point; undefined if it had to be rebuilt. */
  readonly built: Built<T> | undefined;
  readonly itemCount: number;
}

interface Built<T> {
  /** Append-only; any other change produces a new result. */
  readonly items: T[];
  readonly compactions: number;
}

/** What there is to know of an item that was said. */
export interface ItemFacts<T> {
  lineOf(item: T): number;
  isPrompt(item: T): boolean;
  charsOf(item: T): number;
}

/** An edit of the items said earlier on a line. */
interface Edit<T> {
  /** Index among the steps that reach back. */
  readonly index: number;
  readonly at: number;
  readonly change: ((item: T) => T) | undefined;
}

/**
 * The conversation projection: which of the items said a model would get now. A compaction replaces
 * what was said before it, entirely or but for what its rule keeps. In a tree only the
 * shown branch counts, and among several edits of one message the last. New items are appended as
 * they come. Anything that reaches back is only noted, and the result is rebuilt on demand: a log
 * full of branches, edits and compactions costs no more than any other.
 *
 * Items are whatever the owner stores, positions or content. There can be millions, so they are
 * stored without a wrapper.
 */
export class ConversationProjection<T> {
  /** Everything: a later compaction or another branch may bring it back. */
  readonly #said: T[] = [];
  readonly #reaches: Reach<T>[] = [];
  /** Undefined if it must be rebuilt. */
  #built: Built<T> | undefined = { items: [], compactions: 0 };

  /** @param isShown whether a line belongs to the shown branch. */
  constructor(
    private readonly isShown: (line: number) => boolean,
    private readonly facts: ItemFacts<T>,
  ) {}

  /** What a model would get now, oldest first. The array grows or is replaced by another. */
  get items(): readonly T[] {
    return this.#result().items;
  }

  /** Compactions in the shown branch. */
  get compactions(): number {
    return this.#result().compactions;
  }

  /** Line of the last compaction on the shown branch that replaced everything before it, if any. */
  get restart(): number | undefined {
    return this.#lastRestart()?.step.line;
  }

  /** Items said so far. */
  get said(): number {
    return this.#said.length;
  }

  /** @param at the number of items said before it; all so far if absent. */
  push(step: ProjectionStep<T>, at = this.#said.length): void {
    if (step.type === 'said') {
      this.say(step.item);
      return;
    }
    this.#reaches.push({ step, at });
    if (this.#built !== undefined) {
      const isNow = at === this.#said.length;
      this.#built =
        isNow && step.type === 'compaction' && replacesAll(step) && this.isShown(step.line)
          ? { items: [...step.items], compactions: this.#built.compactions + 1 }
          : undefined;
    }
  }

  /** The most common step by far. */
  say(item: T): void {
    const last = this.#reaches.at(-1);
    if (last?.at === this.#said.length && keptFollowSummary(last.step)) {
      this.#built = undefined;
    }
    this.#said.push(item);
    if (this.#built !== undefined && this.isShown(this.facts.lineOf(item))) {
      this.#built.items.push(item);
    }
  }

  /** Another branch is shown. */
  rebuild(): void {
    this.#built = undefined;
  }

  mark(): ProjectionMark<T> {
    return {
      saidCount: this.#said.length,
      reachCount: this.#reaches.length,
      built: this.#built,
      itemCount: this.#built?.items.length ?? 0,
    };
  }

  /** @param sameBranch the branch shown at the mark is still shown. */
  rewind(mark: ProjectionMark<T>, sameBranch: boolean): void {
    this.#said.length = mark.saidCount;
    this.#reaches.length = mark.reachCount;
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
    const { lineOf } = this.facts;
    const { last, from, compactions } = this.#lastCompaction();
    const compaction = this.#reaches[last];
    const firstAfter = compaction?.at ?? 0;
    const first = this.#lastRestart()?.at ?? 0;
    const prompts = this.#promptsIn(first, compaction);
    const isChosen = (line: number, isAfter: boolean) =>
      (isAfter || (from !== undefined && line >= from)) && this.isShown(line);
    const edits = new Map<number, Edit<T>>();
    this.#reaches.forEach(({ step, at }, index) => {
      if (step.type === 'edit' && isChosen(step.line, index > last || prompts.size > 0)) {
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
    const sayAt = (index: number, item: T) => {
      const edit = edits.size === 0 ? undefined : edits.get(lineOf(item));
      say(item, edit !== undefined && edit.at > index ? edit : undefined);
    };
    for (const [index, item] of prompts) {
      sayAt(index, item);
    }
    if (compaction?.step.type === 'compaction') {
      for (const item of compaction.step.items) {
        const edit = edits.get(lineOf(item));
        say(item, edit !== undefined && edit.index > last ? edit : undefined);
      }
    }
    const until =
      compaction?.step.type === 'compaction'
        ? (compaction.step.retainedUntil ?? Infinity)
        : Infinity;
    const tell = (item: T, index: number) => {
      const line = lineOf(item);
      const isAfter = index >= firstAfter;
      if (index >= first && isChosen(line, isAfter) && (isAfter || line < until)) {
        sayAt(index, item);
      }
    };
    const isSummary = (item: T, index: number) => index >= firstAfter && this.isShown(lineOf(item));
    const summary =
      compaction !== undefined && keptFollowSummary(compaction.step)
        ? this.#said.findIndex(isSummary)
        : -1;
    for (const item of summary === -1 ? [] : this.#said.slice(summary, summary + 1)) {
      tell(item, summary);
    }
    this.#said.forEach((item, index) => {
      if (index !== summary) {
        tell(item, index);
      }
    });
    return { items, compactions };
  }

  /** The prompts that a compaction keeps of what was said from `first` on, by their indices, in order. */
  #promptsIn(first: number, compaction: Reach<T> | undefined): ReadonlyMap<number, T> {
    const retained = compaction?.step.type === 'compaction' ? compaction.step.retained : undefined;
    if (compaction === undefined || retained === undefined || !('promptChars' in retained)) {
      return new Map();
    }
    const { lineOf, isPrompt, charsOf } = this.facts;
    let left = retained.promptChars;
    const newest: [number, T][] = [];
    this.#said
      .slice(first, compaction.at)
      .reverse()
      .forEach((item, back) => {
        if (left > 0 && isPrompt(item) && this.isShown(lineOf(item))) {
          left -= charsOf(item);
          newest.push([compaction.at - 1 - back, item]);
        }
      });
    return new Map(newest.reverse());
  }

  #lastRestart(): Reach<T> | undefined {
    return this.#reaches.findLast(({ step }) => replacesAll(step) && this.isShown(step.line));
  }

  /** Index of the effective compaction, -1 if none, and the line from which it keeps items. */
  #lastCompaction(): { last: number; from: number | undefined; compactions: number } {
    let found: { last: number; from: number | undefined } = { last: -1, from: undefined };
    let compactions = 0;
    this.#reaches.forEach(({ step }, index) => {
      if (step.type !== 'compaction' || !this.isShown(step.line)) {
        return;
      }
      const { retained, retainedFrom } = step;
      const from =
        retainedFrom !== undefined && this.isShown(retainedFrom) ? retainedFrom : undefined;
      const isIgnored =
        retained !== undefined && 'from' in retained && retained.ifMissing === 'ignore';
      if (from !== undefined || !isIgnored) {
        found = { last: index, from };
        compactions += 1;
      }
    });
    return { ...found, compactions };
  }
}

function replacesAll<T>(step: ProjectionStep<T>): boolean {
  return step.type === 'compaction' && step.retained === undefined;
}

function keptFollowSummary<T>(step: ProjectionStep<T>): boolean {
  const retained = step.type === 'compaction' ? step.retained : undefined;
  return retained !== undefined && 'from' in retained && retained.followSummary === true;
}
