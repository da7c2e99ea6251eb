import { firstPlace } from '#base/binarySearch.ts';
import type { RetainedSpan } from '../events/event.ts';
import type { CompactionEffect, Fate, EventPlace, ContextTurn } from './contextTurn.ts';
import { messageCount, minus, noContext, plus, type ContextSize } from './contextSize.ts';
import { ContextSums, EntryGaps } from './contextSums.ts';
import type { EntryTable } from './entryTable.ts';

/** The context from one compaction or edit to the next. */
export interface Stretch extends EventPlace {
  readonly at: number;
  readonly size: ContextSize;
  /** The compaction that it begins with; undefined for an edit. */
  readonly effect?: CompactionEffect;
  /** Characters of the last compaction's own words from here on. */
  readonly own: number;
  /** Entries that have another size from here on, and their characters. */
  readonly resized: readonly (readonly [entry: number, chars: number])[];
}

type CompactionTurn = Extract<ContextTurn, { type: 'compaction' }>;
type EditTurn = Extract<ContextTurn, { type: 'edit' }>;

/** What compactions and edits of the shown branch made of the context, as far as they were followed. */
export class ContextState {
  readonly said: ContextSums;
  /** As edits left them; `said` itself before the first. */
  #now: ContextSums;
  /** The same, of prompts alone. */
  readonly #saidPrompts: ContextSums;
  #prompts: ContextSums;
  readonly #gaps = new EntryGaps();
  /** Entries said before the last compaction that kept nothing. */
  #restart = 0;
  readonly stretches: Stretch[] = [];
  readonly effects: CompactionEffect[] = [];
  /** Entries that edits removed, or compactions in the middle, with the number of effects before that. */
  readonly removed = new Map<
    number,
    Exclude<Fate, { state: 'in' }> & { readonly effects: number }
  >();
  /** The same, since the last compaction. */
  #dropped = new Map<number, ContextSize>();
  /** What is left of the last compaction's own words, and the edit that removed them. */
  own: ContextSize = noContext;
  ownRemovedBy: EventPlace | undefined;
  /** For each effect, the first entry that it or one after it keeps: of prompts, and of all else. */
  #leastStarts: { readonly prompts: readonly number[]; readonly others: readonly number[] } = {
    prompts: [],
    others: [],
  };
  /** Characters of the largest context before the last turn. */
  largest = 0;
  /** Turns followed so far. */
  #turns = 0;

  constructor(
    private readonly table: EntryTable,
    private readonly isShown: (line: number) => boolean,
  ) {
    this.said = new ContextSums((entry) =>
      isShown(table.line(entry)) ? table.size(entry) : noContext,
    );
    this.#saidPrompts = new ContextSums((entry) =>
      table.isPrompt(entry) ? this.said.size(entry) : noContext,
    );
    this.#now = this.said;
    this.#prompts = this.#saidPrompts;
  }

  /** @param turns all of them; those of other branches do not count. */
  follow(turns: readonly ContextTurn[]): void {
    for (; this.#turns < turns.length; this.#turns += 1) {
      const turn = turns[this.#turns];
      if (turn === undefined || !this.isShown(turn.line)) {
        continue;
      }
      const before = plus(
        this.stretches.at(-1)?.size ?? noContext,
        this.said.between(this.stretches.at(-1)?.at ?? 0, turn.at),
      );
      this.largest = Math.max(this.largest, before.chars);
      if (turn.type === 'compaction') {
        this.#compact(turn, before);
      } else {
        this.#edit(turn, before);
      }
    }
  }

  sizeOf(entry: number): ContextSize {
    return this.#now.size(entry);
  }

  /** See `ContextHistory`. */
  firstIn(start: number, end: number): number | undefined {
    const first = firstPlace(start, end, (entry) => this.#now.between(start, entry + 1).chars > 0);
    return first < end ? first : undefined;
  }

  /**
   * Index of the effect that took an entry away for good; their number if none did. A later compaction may
   * bring back what an earlier one replaced.
   */
  replacedBy(entry: number): number {
    const { effects } = this;
    if (this.#leastStarts.prompts.length !== effects.length) {
      const starts = effects.map(({ start }) => start);
      const others = effects.map(({ keepsPrompts, start, at }) => (keepsPrompts ? at : start));
      this.#leastStarts = { prompts: leastFromEnd(starts), others: leastFromEnd(others) };
    }
    const { prompts, others } = this.#leastStarts;
    const starts = this.table.isPrompt(entry) ? prompts : others;
    return firstPlace(0, effects.length, (index) => (starts[index] ?? 0) > entry);
  }

  #compact(turn: CompactionTurn, before: ContextSize): void {
    const { line, event, at, retained: rule, size: own } = turn;
    const keepsPrompts = rule !== undefined && 'promptChars' in rule;
    const span = keepsPrompts
      ? { start: this.#firstPrompt(at, rule.promptChars), end: at, isToEnd: true }
      : this.#keptSpan(turn, rule);
    if (span === undefined) {
      return;
    }
    const { start, end, isToEnd } = span;
    const startBefore = this.effects.at(-1)?.start ?? 0;
    const replaced = keepsPrompts
      ? minus(this.#inContext(at), this.#prompts.between(Math.max(start, startBefore), at))
      : plus(this.#inContext(start), isToEnd ? noContext : this.#now.between(end, at));
    const resized: [number, number][] = [];
    if (end < at) {
      // The request for it and its summary are among its own words; what it does not keep has its summary.
      this.#makeChangeable();
      for (const entry of this.#gaps.add(end, at)) {
        this.#now.change(entry, noContext);
        resized.push([entry, 0]);
        if (!isToEnd) {
          const by = { line, event };
          this.removed.set(entry, { state: 'summarized', by, effects: this.effects.length });
        }
      }
    }
    const retained = (keepsPrompts ? this.#prompts : this.#now).between(start, at);
    const effect: CompactionEffect = {
      line,
      event,
      number: this.effects.length + 1,
      at,
      start,
      keepsPrompts,
      startBefore,
      before: isToEnd ? minus(before, this.said.between(end, at)) : before,
      after: plus(own, retained),
      retained,
      replaced,
      removed: [...this.#dropped.values()].reduce(plus, noContext),
      own,
      summaryFollows: turn.summaryFollows,
      repeats: rule === undefined,
      replacesSummary: this.own.chars > 0,
    };
    this.effects.push(effect);
    const { after: size } = effect;
    this.stretches.push({ line, event, at, size, effect, own: own.chars, resized });
    this.#dropped = new Map();
    this.own = own;
    this.ownRemovedBy = undefined;
    this.#restart = rule === undefined ? at : this.#restart;
  }

  /** From where to where a compaction keeps entries; undefined if the agent ignores it. */
  #keptSpan(
    { at, retainedFrom, retainedUntil }: CompactionTurn,
    rule: RetainedSpan | undefined,
  ): { readonly start: number; readonly end: number; readonly isToEnd: boolean } | undefined {
    const from =
      retainedFrom !== undefined && this.isShown(retainedFrom) ? retainedFrom : undefined;
    if (from === undefined && rule?.ifMissing === 'ignore') {
      return undefined;
    }
    const placeOf = (line: number, last: number) =>
      Math.max(this.#restart, Math.min(last, this.table.firstOf(line)));
    const isToEnd = rule?.through === undefined;
    const until = isToEnd || from !== undefined ? retainedUntil : undefined;
    const end = until === undefined ? at : placeOf(until, at);
    return { start: from === undefined ? end : placeOf(from, end), end, isToEnd };
  }

  /** The first prompt that a compaction keeps: those after it have fewer characters than `chars`. */
  #firstPrompt(at: number, chars: number): number {
    const prompts = this.#saidPrompts;
    const from = firstPlace(
      this.#restart,
      at,
      (entry) => prompts.between(entry + 1, at).chars < chars,
    );
    return firstPlace(from, at, (entry) => messageCount(prompts.between(from, entry + 1)) > 0);
  }

  /** What of the entries before `end` has been in the context since the last compaction. */
  #inContext(end: number): ContextSize {
    const last = this.effects.at(-1);
    return last?.keepsPrompts === true
      ? plus(
          this.#prompts.between(last.start, Math.min(last.at, end)),
          this.#now.between(last.at, end),
        )
      : this.#now.between(last?.start ?? 0, end);
  }

  #edit({ line, event, at, target, resized }: EditTurn, before: ContextSize): void {
    this.#makeChangeable();
    const last = this.effects.at(-1);
    const resizedNow: [number, number][] = [];
    let size = before;
    if (last?.line === target) {
      const own = resized === undefined ? noContext : last.own;
      size = plus(size, minus(own, this.own));
      this.own = own;
      this.ownRemovedBy = resized === undefined ? { line, event } : undefined;
    }
    for (let entry = this.table.firstOf(target); entry < at; entry += 1) {
      if (this.table.line(entry) !== target) {
        break;
      }
      const isPrompt = this.table.isPrompt(entry);
      const old = this.#now.size(entry);
      const changed = resized === undefined ? noContext : resized(entry);
      this.#now.change(entry, changed);
      resizedNow.push([entry, changed.chars]);
      this.#gaps.remove(entry);
      if (isPrompt) {
        this.#prompts.change(entry, changed);
      }
      if (resized === undefined) {
        const by = { line, event };
        this.removed.set(entry, { state: 'dropped', by, effects: this.effects.length });
      } else {
        this.removed.delete(entry);
      }
      const isGone = last?.keepsPrompts === true && entry < last.at && !isPrompt;
      if (entry >= (last?.start ?? 0) && !isGone) {
        size = plus(size, minus(changed, old));
        if (resized === undefined) {
          this.#dropped.set(entry, this.said.size(entry));
        } else {
          this.#dropped.delete(entry);
        }
      }
    }
    this.stretches.push({ line, event, at, size, own: this.own.chars, resized: resizedNow });
  }

  /** Keeps what was said apart from what edits and compactions made of it. */
  #makeChangeable(): void {
    if (this.#now === this.said) {
      this.#now = new ContextSums((entry) => this.said.size(entry));
      this.#prompts = new ContextSums((entry) => this.#saidPrompts.size(entry));
    }
  }
}

/** For each place, the least of its number and those after it. */
function leastFromEnd(numbers: readonly number[]): readonly number[] {
  let least = Infinity;
  return numbers
    .toReversed()
    .map((number) => (least = Math.min(least, number)))
    .reverse();
}
