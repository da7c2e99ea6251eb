import type { SessionEvent } from '../event.ts';
import { ConversationProjection, type ProjectionMark } from './conversationProjection.ts';
import { concernsModel, entriesOf } from './entriesOf.ts';
import { expandEntry, messagesOf } from './expandEntry.ts';
import type { ConversationEntry, ConversationMessage } from './message.ts';
import { stepsOf, type LogPlaces } from './stepsOf.ts';

/** Where an entry of the conversation stands in the log. */
export interface EntryRef {
  readonly line: number;
  /** Place among the line's events. */
  readonly event: number;
  /** Place in the replacement of a compaction; 0 for other events. */
  readonly part: number;
  /** How many messages it expands to. */
  readonly messages: number;
  /** What a later line makes of it. */
  readonly edit?: (entry: ConversationEntry) => ConversationEntry;
}

export type ConversationMark = ProjectionMark<EntryRef>;

/** The conversation projection of an indexed log: remembers where each entry stands, not its words. */
export class ConversationIndex {
  readonly #places: LogPlaces;
  readonly #projection: ConversationProjection<EntryRef>;
  /** How many messages lie before each entry, for as many entries as were asked for. */
  #starts: number[] = [];
  #startsOf: readonly EntryRef[] = [];
  #messages = 0;

  constructor(places: LogPlaces) {
    this.#places = places;
    this.#projection = new ConversationProjection((line) => places.tree.isShown(line));
  }

  /** Entries that a model would get now, oldest first. */
  get entries(): readonly EntryRef[] {
    return this.#projection.items;
  }

  /** How many messages the entries expand to. */
  get messages(): number {
    this.#count();
    return this.#messages;
  }

  /** Compactions so far. */
  get compactions(): number {
    return this.#projection.compactions;
  }

  /** Line of the compaction that took the place of everything before it for good, if there is one. */
  get restart(): number | undefined {
    return this.#projection.restart;
  }

  push(event: SessionEvent, line: number, eventIndex: number): void {
    if (!concernsModel(event)) {
      return;
    }
    const steps = stepsOf<EntryRef>(event, line, this.#places, {
      said: (entry, part) => ({ line, event: eventIndex, part, messages: messagesOf(entry) }),
      edited: (item, edit) => ({ ...item, edit }),
    });
    for (const step of steps) {
      this.#projection.push(step);
    }
  }

  /** Another branch is shown. */
  rebuild(): void {
    this.#projection.rebuild();
  }

  mark(): ConversationMark {
    return this.#projection.mark();
  }

  /** @param sameBranch whether the branch that was shown at the mark is shown still. */
  rewind(mark: ConversationMark, sameBranch: boolean): void {
    this.#projection.rewind(mark, sameBranch);
    this.#startsOf = [];
  }

  /**
   * Messages `start` to `start + count`.
   * @param eventsOf the decoded events of a line, read again by the caller.
   */
  read(
    start: number,
    count: number,
    eventsOf: (line: number) => readonly SessionEvent[],
  ): ConversationMessage[] {
    const messages: ConversationMessage[] = [];
    const end = Math.min(start + count, this.messages);
    const { entries } = this;
    for (let index = this.#entryAt(start); index < entries.length; index += 1) {
      const ref = entries[index];
      const first = this.#starts[index];
      if (ref === undefined || first === undefined || first >= end) {
        break;
      }
      const event = eventsOf(ref.line)[ref.event];
      const entry = event === undefined ? undefined : entriesOf(event)[ref.part];
      if (entry === undefined) {
        continue;
      }
      const expanded = expandEntry(ref.edit === undefined ? entry : ref.edit(entry), index);
      messages.push(...expanded.slice(Math.max(0, start - first), end - first));
    }
    return messages;
  }

  /** Brings the starts up to the entries; they only ever grow, or are another list. */
  #count(): void {
    const { entries } = this;
    if (this.#startsOf !== entries || this.#starts.length > entries.length) {
      this.#startsOf = entries;
      this.#starts = [];
      this.#messages = 0;
    }
    for (let index = this.#starts.length; index < entries.length; index += 1) {
      this.#starts.push(this.#messages);
      this.#messages += entries[index]?.messages ?? 0;
    }
  }

  /** The last entry whose first message is not after `message`. */
  #entryAt(message: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= message) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return Math.max(0, low);
  }
}
