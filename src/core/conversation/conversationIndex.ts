import type { SessionEvent } from '../event.ts';
import { expandEntry } from './expandEntry.ts';
import type { ConversationEntry, ConversationMessage } from './message.ts';

/** Where an entry of the conversation stands in the log. */
export interface EntryRef {
  readonly line: number;
  /** Place among the line's events. */
  readonly event: number;
  /** Place in the replacement of a compaction; 0 for other events. */
  readonly part: number;
  /** How many messages lie before this entry's. */
  readonly firstMessage: number;
}

export interface ConversationMark {
  readonly entries: EntryRef[];
  readonly length: number;
  readonly messages: number;
  readonly compactions: number;
}

/**
 * The conversation projection, incremental: remembers where each entry stands, not what it says. A
 * compaction replaces everything before it.
 */
export class ConversationIndex {
  #entries: EntryRef[] = [];
  #messages = 0;
  #compactions = 0;

  /** Entries that a model would get now, oldest first. */
  get entries(): readonly EntryRef[] {
    return this.#entries;
  }

  /** How many messages the entries expand to. */
  get messages(): number {
    return this.#messages;
  }

  /** Compactions in the log so far. */
  get compactions(): number {
    return this.#compactions;
  }

  push(event: SessionEvent, line: number, eventIndex: number): void {
    if (event.kind === 'compaction') {
      // A new array, so that a mark still holds the old one.
      this.#entries = [];
      this.#messages = 0;
      this.#compactions += 1;
    }
    entriesOf(event).forEach((entry, part) => {
      const ref = { line, event: eventIndex, part, firstMessage: this.#messages };
      this.#messages += expandEntry(entry, this.#entries.length).length;
      this.#entries.push(ref);
    });
  }

  mark(): ConversationMark {
    return {
      entries: this.#entries,
      length: this.#entries.length,
      messages: this.#messages,
      compactions: this.#compactions,
    };
  }

  rewind(mark: ConversationMark): void {
    this.#entries = mark.entries;
    this.#entries.length = mark.length;
    this.#messages = mark.messages;
    this.#compactions = mark.compactions;
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
    const end = Math.min(start + count, this.#messages);
    for (let index = this.#entryAt(start); index < this.#entries.length; index += 1) {
      const ref = this.#entries[index];
      if (ref === undefined || ref.firstMessage >= end) {
        break;
      }
      const event = eventsOf(ref.line)[ref.event];
      const entry = event === undefined ? undefined : entriesOf(event)[ref.part];
      if (entry === undefined) {
        continue;
      }
      const expanded = expandEntry(entry, index);
      messages.push(
        ...expanded.slice(Math.max(0, start - ref.firstMessage), end - ref.firstMessage),
      );
    }
    return messages;
  }

  /** The last entry whose first message is not after `message`. */
  #entryAt(message: number): number {
    let low = 0;
    let high = this.#entries.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#entries[middle]?.firstMessage ?? 0) <= message) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return Math.max(0, low);
  }
}

/** What an event adds to the conversation; nothing for events that only the screen shows. */
export function entriesOf(event: SessionEvent): readonly ConversationEntry[] {
  switch (event.kind) {
    case 'userMessage':
      return [{ role: 'user', segments: [{ type: 'text', text: event.text }] }];
    case 'assistantMessage':
      return [event.entry];
    case 'compaction':
      return event.replacement;
    case 'sessionStart':
    case 'assistantText':
    case 'thinking':
    case 'toolCall':
    case 'toolResult':
    case 'shellRun':
    case 'diff':
    case 'interruption':
    case 'error':
    case 'notice':
    case 'unknown':
      return [];
  }
}
