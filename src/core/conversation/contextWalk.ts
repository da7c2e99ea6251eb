import type { ContextTextEvent } from '../events/event.ts';
import type { Stretch } from './contextState.ts';
import type { EntryTable } from './entryTable.ts';

/** What a model was told beside the conversation, by its line. */
export type ToldText = Pick<ContextTextEvent, 'about' | 'chars'> & { readonly line: number };

/** Something that a model's context holds. */
export type ContextItem =
  | { readonly type: 'entry'; readonly entry: number; readonly line: number }
  /** A compaction's own words. */
  | { readonly type: 'compaction'; readonly line: number; readonly event: number }
  | { readonly type: 'told'; readonly line: number; readonly about: ToldText['about'] };

/**
 * Goes through a log and holds what the model's context has at each line: the same as `ContextHistory.at` adds
 * up, item by item, and what was told beside it. Items have numbers: entries their own, then come
 * compactions, then what was told.
 */
export class ContextWalk {
  /** Items in the context, in the order in which the model gets them. */
  #items: number[] = [];
  /** Characters of the entries that an edit or a compaction changed. */
  readonly #resized = new Map<number, number>();
  readonly #effects: readonly Stretch[];
  #own = 0;
  #entries = 0;
  #told = 0;
  #stretch = 0;
  #compactions = 0;

  constructor(
    private readonly table: EntryTable,
    private readonly isShown: (line: number) => boolean,
    private readonly stretches: readonly Stretch[],
    private readonly texts: readonly ToldText[],
  ) {
    this.#effects = stretches.filter(({ effect }) => effect !== undefined);
  }

  get items(): readonly number[] {
    return this.#items;
  }

  /** Numbers of items are below this. */
  get most(): number {
    return this.table.length + this.#effects.length + this.texts.length;
  }

  /** The item's size now. */
  chars(item: number): number {
    const { length } = this.table;
    if (item < length) {
      return this.#resized.get(item) ?? this.table.size(item).chars;
    }
    const compaction = item - length;
    return compaction < this.#effects.length
      ? compaction === this.#compactions - 1
        ? this.#own
        : 0
      : (this.texts[compaction - this.#effects.length]?.chars ?? 0);
  }

  /** The item's size as it was said. */
  said(item: number): number {
    const { length } = this.table;
    return item < length
      ? this.table.size(item).chars
      : (this.#effects[item - length]?.effect?.own.chars ?? this.chars(item));
  }

  item(item: number): ContextItem {
    const { length } = this.table;
    if (item < length) {
      return { type: 'entry', entry: item, line: this.table.line(item) };
    }
    const effect = this.#effects[item - length];
    if (effect !== undefined) {
      return { type: 'compaction', line: effect.line, event: effect.event };
    }
    const { line = 0, about = 'note' } = this.texts[item - length - this.#effects.length] ?? {};
    return { type: 'told', line, about };
  }

  /** Whether it is a part of an answer. */
  isAnswer(item: number): boolean {
    return item < this.table.length && this.table.voice(item) === 'answer';
  }

  /** How many compactions there were so far. */
  get compactions(): number {
    return this.#compactions;
  }

  /**
   * Goes on to the end of what is before a line.
   *
   * @param beforeTurn is called before items go or change; between calls, items are only added.
   */
  advance(line: number, beforeTurn: () => void): void {
    for (;;) {
      const stretch = this.stretches[this.#stretch];
      if (stretch === undefined || stretch.line >= line) {
        break;
      }
      this.#add(Math.max(stretch.at, this.table.firstOf(stretch.line)), stretch.line);
      beforeTurn();
      this.#turn(stretch);
      this.#stretch += 1;
    }
    this.#add(this.table.firstOf(line), line);
  }

  #turn({ effect, own, resized }: Stretch): void {
    for (const [entry, chars] of resized) {
      this.#resized.set(entry, chars);
    }
    this.#own = own;
    if (effect === undefined) {
      return;
    }
    const { at, start, keepsPrompts } = effect;
    const items = [this.table.length + this.#compactions];
    this.#compactions += 1;
    for (let entry = start; entry < this.#entries; entry += 1) {
      const isKept = entry >= at || !keepsPrompts || this.table.isPrompt(entry);
      if (isKept && this.#isSaid(entry)) {
        items.push(entry);
      }
    }
    this.#items = items;
  }

  /** Adds entries before `end`, and what was told before a line. */
  #add(end: number, line: number): void {
    const first = this.table.length + this.#effects.length;
    for (;;) {
      const told = this.texts[this.#told];
      const isTold = told !== undefined && told.line < line;
      const hasEntry = this.#entries < end;
      if (isTold && (!hasEntry || told.line <= this.table.line(this.#entries))) {
        if (this.isShown(told.line)) {
          this.#items.push(first + this.#told);
        }
        this.#told += 1;
      } else if (hasEntry) {
        if (this.#isSaid(this.#entries)) {
          this.#items.push(this.#entries);
        }
        this.#entries += 1;
      } else {
        return;
      }
    }
  }

  #isSaid(entry: number): boolean {
    return this.isShown(this.table.line(entry));
  }
}
