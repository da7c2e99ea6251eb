import { firstPlace } from '#base/binarySearch.ts';
import type { CompactionEffect, Fate } from './compactionEffect.ts';
import { minus, noContext, plus, type ContextSize } from './contextSize.ts';
import { ContextSums } from './contextSums.ts';
import type { EntryTable } from './entryTable.ts';
import type { EventPlace, NewCompactionTurn, NewEditTurn, Turn } from './contextTurn.ts';
import { MeasuredRequests } from './measuredRequests.ts';

/** The context from one compaction or edit to the next. */
interface Stretch extends EventPlace {
  readonly at: number;
  readonly size: ContextSize;
}

interface Built {
  /** Turns followed so far. */
  turns: number;
  readonly said: ContextSums;
  /** As edits left them; `said` itself before the first. */
  now: ContextSums;
  readonly stretches: Stretch[];
  readonly effects: CompactionEffect[];
  /** Entries that edits removed, or compactions in the middle, with the number of effects before that. */
  readonly removed: Map<number, Exclude<Fate, { state: 'in' }> & { readonly effects: number }>;
  /** The same, since the last compaction. */
  dropped: Map<number, ContextSize>;
  /** What is left of the last compaction's own words, and the edit that removed them. */
  own: ContextSize;
  ownRemovedBy: EventPlace | undefined;
  /** For each effect, the least `start` of it and those after it. */
  leastStarts: readonly number[];
  /** Characters of the largest context before the last turn. */
  largest: number;
}

export interface HistoryMark {
  readonly turns: number;
  readonly requests: number;
}

/**
 * What a model's context held at any place of a log. Where the projection says what the model gets
 * now, this says how that came about: what each compaction and edit did, and the size of the context
 * between them. It is computed on demand, from the sizes of entries and never from their words.
 */
export class ContextHistory {
  readonly #table: EntryTable;
  readonly #isShown: (line: number) => boolean;
  readonly #turns: Turn[] = [];
  readonly #requests: MeasuredRequests;
  #built: Built | undefined;

  constructor(table: EntryTable, isShown: (line: number) => boolean) {
    this.#table = table;
    this.#isShown = isShown;
    this.#requests = new MeasuredRequests((line) => this.#isAnswer(line));
  }

  push(turn: NewCompactionTurn | NewEditTurn): void {
    this.#turns.push({ ...turn, at: this.#table.length });
  }

  /** @param tokens all input of a request, by the provider's count. */
  measure(line: number, tokens: number): void {
    this.#requests.push(line, tokens);
  }

  mark(): HistoryMark {
    return { turns: this.#turns.length, requests: this.#requests.length };
  }

  rewind({ turns, requests }: HistoryMark): void {
    this.#turns.length = turns;
    this.#requests.truncate(requests);
    this.#built = undefined;
  }

  /** Another branch is shown. */
  rebuild(): void {
    this.#built = undefined;
  }

  /** Compactions that changed the context of the shown branch, in order. */
  get effects(): readonly CompactionEffect[] {
    return this.#result().effects;
  }

  /** What a compaction did; undefined if the agent ignores it, or it is on another branch. */
  effect(place: EventPlace): CompactionEffect | undefined {
    const { effects } = this.#result();
    const found = effects[this.#placeIn(effects, place)];
    return found?.line === place.line && found.event === place.event ? found : undefined;
  }

  /** The record of this compaction has said its summary before it. */
  saysBefore({ line, event }: EventPlace): boolean {
    return this.#turns.some(
      (turn) =>
        turn.line === line &&
        turn.event === event &&
        turn.type === 'compaction' &&
        turn.kept?.until !== undefined,
    );
  }

  /** The entries of a line that expand to messages. */
  entriesOf(line: number): readonly number[] {
    const entries: number[] = [];
    for (let entry = this.#firstOf(line); entry < this.#table.length; entry += 1) {
      if (this.#table.line(entry) !== line) {
        break;
      }
      if (this.#table.messages(entry) > 0) {
        entries.push(entry);
      }
    }
    return entries;
  }

  /** Number of entries said before a line; also the first entry from there on, if there is one. */
  entriesBefore(line: number): number {
    return this.#firstOf(line);
  }

  has(entry: number): boolean {
    return entry >= 0 && entry < this.#table.length;
  }

  /** Where an entry was said. */
  placeOf(entry: number): EventPlace {
    return { line: this.#table.line(entry), event: this.#table.event(entry) };
  }

  sizeOf(entry: number): ContextSize {
    return this.#result().now.size(entry);
  }

  /** Where a shown entry is now. */
  fate(entry: number): Fate {
    const built = this.#result();
    const { effects, removed } = built;
    if (built.leastStarts.length !== effects.length) {
      built.leastStarts = leastFromEnd(effects.map(({ start }) => start));
    }
    // A later compaction may bring back what an earlier one replaced.
    const first = firstPlace(0, effects.length, (index) => (built.leastStarts[index] ?? 0) > entry);
    const edit = removed.get(entry);
    if (edit !== undefined && edit.effects <= first) {
      return { state: edit.state, by: edit.by };
    }
    return this.#replacedBy(built, first);
  }

  /** Where a compaction's own words are now. */
  fateOf({ number }: CompactionEffect): Fate {
    const built = this.#result();
    return number === built.effects.length && built.ownRemovedBy !== undefined
      ? { state: 'dropped', by: built.ownRemovedBy }
      : this.#replacedBy(built, number);
  }

  /** The context after the events of a line. */
  at(line: number): ContextSize {
    const { stretches } = this.#result();
    return this.#sizeAt(
      stretches[this.#placeIn(stretches, { line, event: Infinity })],
      this.#firstOf(line + 1),
    );
  }

  /** Characters of the largest context of the shown branch. */
  get largest(): number {
    const { largest, stretches } = this.#result();
    return Math.max(largest, this.#sizeAt(stretches.at(-1), this.#table.length).chars);
  }

  /** Tokens of the last request up to a line, unless a compaction came between. */
  measured(line: number): number | undefined {
    const { effects } = this.#result();
    const effect = effects[this.#placeIn(effects, { line, event: Infinity })];
    return this.#requests.last(line, effect?.line ?? 0);
  }

  /** Tokens of the largest request of the shown branch. */
  get largestMeasured(): number {
    return this.#requests.largest;
  }

  /** @param index of the effect. */
  #replacedBy({ effects, own }: Built, index: number): Fate {
    const effect = effects[index];
    if (effect === undefined) {
      return { state: 'in' };
    }
    const { chars } = index === effects.length - 1 ? own : effect.own;
    const isDropped = chars === 0 && !effect.summaryFollows;
    return { state: isDropped ? 'dropped' : 'summarised', by: effect };
  }

  /** A summary costs a request too, but not one with this context. */
  #isAnswer(line: number): boolean {
    const [entry] = this.#isShown(line) ? this.entriesOf(line) : [];
    return entry !== undefined && this.#table.size(entry).assistant > 0;
  }

  /** Number of entries before a line. */
  #firstOf(line: number): number {
    return firstPlace(0, this.#table.length, (entry) => this.#table.line(entry) >= line);
  }

  /** Index of the last of `list` that is not after a place. */
  #placeIn(list: readonly EventPlace[], { line, event }: EventPlace): number {
    const next = firstPlace(0, list.length, (index) => {
      const place = list[index];
      return (
        place !== undefined && (place.line > line || (place.line === line && place.event > event))
      );
    });
    return next - 1;
  }

  #sizeAt(stretch: Stretch | undefined, end: number): ContextSize {
    const { said } = this.#result();
    return plus(stretch?.size ?? noContext, said.between(stretch?.at ?? 0, end));
  }

  #result(): Built {
    const built = (this.#built ??= this.#nothing());
    for (; built.turns < this.#turns.length; built.turns += 1) {
      const turn = this.#turns[built.turns];
      if (turn === undefined || !this.#isShown(turn.line)) {
        continue;
      }
      const before = plus(
        built.stretches.at(-1)?.size ?? noContext,
        built.said.between(built.stretches.at(-1)?.at ?? 0, turn.at),
      );
      built.largest = Math.max(built.largest, before.chars);
      if (turn.type === 'compaction') {
        this.#compact(built, turn, before);
      } else {
        this.#edit(built, turn, before);
      }
    }
    return built;
  }

  #nothing(): Built {
    const said = new ContextSums((entry) =>
      this.#isShown(this.#table.line(entry)) ? this.#table.size(entry) : noContext,
    );
    return {
      turns: 0,
      said,
      now: said,
      stretches: [],
      effects: [],
      removed: new Map(),
      dropped: new Map(),
      own: noContext,
      ownRemovedBy: undefined,
      leastStarts: [],
      largest: 0,
    };
  }

  #compact(built: Built, turn: Extract<Turn, { type: 'compaction' }>, before: ContextSize): void {
    const { line, event, at, kept: rule, size: own } = turn;
    const from =
      turn.keptFrom !== undefined && this.#isShown(turn.keptFrom) ? turn.keptFrom : undefined;
    if (from === undefined && rule?.ifMissing === 'ignore') {
      return;
    }
    const last = built.effects.at(-1);
    const isKeptToEnd = rule?.through === undefined;
    const until = isKeptToEnd || from !== undefined ? turn.keptUntil : undefined;
    const end = until === undefined ? at : Math.min(at, this.#firstOf(until));
    const start = from === undefined ? end : Math.min(end, this.#firstOf(from));
    const startBefore = last?.start ?? 0;
    const rest = isKeptToEnd ? noContext : built.now.between(end, at);
    if (end < at) {
      // The request for it and its summary are among its own words; what it does not keep has its summary.
      changeable(built);
      for (let entry = end; entry < at; entry += 1) {
        built.now.change(entry, noContext);
        if (!isKeptToEnd) {
          const by = { line, event };
          built.removed.set(entry, { state: 'summarised', by, effects: built.effects.length });
        }
      }
    }
    const kept = built.now.between(start, at);
    const effect: CompactionEffect = {
      line,
      event,
      number: built.effects.length + 1,
      at,
      start,
      startBefore,
      before: isKeptToEnd ? minus(before, built.said.between(end, at)) : before,
      after: plus(own, kept),
      kept,
      replaced: plus(built.now.between(startBefore, start), rest),
      removed: [...built.dropped.values()].reduce(plus, noContext),
      own,
      summaryFollows: turn.summaryFollows,
      repeats: rule === undefined,
      replacesSummary: built.own.chars > 0,
    };
    built.effects.push(effect);
    built.stretches.push({ line, event, at, size: effect.after });
    built.dropped = new Map();
    built.own = own;
    built.ownRemovedBy = undefined;
  }

  #edit(built: Built, turn: Extract<Turn, { type: 'edit' }>, before: ContextSize): void {
    const { line, event, at, target, resized } = turn;
    changeable(built);
    const last = built.effects.at(-1);
    let size = before;
    if (last?.line === target) {
      const own = resized === undefined ? noContext : last.own;
      size = plus(size, minus(own, built.own));
      built.own = own;
      built.ownRemovedBy = resized === undefined ? { line, event } : undefined;
    }
    for (let entry = this.#firstOf(target); entry < at; entry += 1) {
      if (this.#table.line(entry) !== target) {
        break;
      }
      const old = built.now.size(entry);
      const changed = resized === undefined ? noContext : resized(entry);
      built.now.change(entry, changed);
      if (resized === undefined) {
        const by = { line, event };
        built.removed.set(entry, { state: 'dropped', by, effects: built.effects.length });
      } else {
        built.removed.delete(entry);
      }
      if (entry >= (last?.start ?? 0)) {
        size = plus(size, minus(changed, old));
        if (resized === undefined) {
          built.dropped.set(entry, built.said.size(entry));
        } else {
          built.dropped.delete(entry);
        }
      }
    }
    built.stretches.push({ line, event, at, size });
  }
}

/** Keeps what was said apart from what edits and compactions made of it. */
function changeable(built: Built): void {
  if (built.now === built.said) {
    built.now = new ContextSums((entry) => built.said.size(entry));
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
