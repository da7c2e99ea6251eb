import type { CompactionEffect } from '#core/conversation/contextTurn.ts';
import type { ContextHistory } from '#core/conversation/contextHistory.ts';
import { charsOfParts, messageCount } from '#core/conversation/contextSize.ts';
import { entriesOf } from '#core/conversation/entriesOf.ts';
import { expandEntry } from '#core/conversation/expandEntry.ts';
import type { ConversationMessage } from '#core/events/message.ts';
import type { CompactionEvent } from '#core/events/event.ts';
import type { ContentOf } from './recordReader.ts';

/**
 * Messages that compactions repeat in their own words, so that the model still gets them though
 * everything before was replaced. Which ones, only their words show.
 */
export class RepeatedMessages {
  readonly #known = new Map<string, ReadonlySet<number>>();

  constructor(private readonly history: ContextHistory) {}

  /** Entries that a compaction repeats, latest first. */
  of(effect: CompactionEffect, contentOf: ContentOf): ReadonlySet<number> {
    // What one repeats may be what the one before it repeats, and so on.
    const unknown: CompactionEffect[] = [];
    let next: CompactionEffect | undefined = effect;
    while (next?.repeats === true && !this.#known.has(keyOf(next))) {
      unknown.push(next);
      next = this.#before(next);
    }
    for (const one of unknown.reverse()) {
      const event = contentOf(one.line)?.events[one.event];
      const found = event?.kind === 'compaction' ? this.#find(one, event, contentOf) : [];
      this.#known.set(keyOf(one), new Set(found));
    }
    return this.#known.get(keyOf(effect)) ?? none;
  }

  #before({ number }: CompactionEffect): CompactionEffect | undefined {
    return this.history.effects[number - 2];
  }

  #find(effect: CompactionEffect, event: CompactionEvent, contentOf: ContentOf): number[] {
    const messages = event.replacement.flatMap(expandEntry);
    const found = this.#newest(effect, messages.map(words), contentOf);
    for (const entry of this.#alone(effect, messages, contentOf)) {
      found.add(entry);
    }
    const prompt = event.quoted === undefined ? undefined : this.#lastPrompt(effect, contentOf);
    if (prompt !== undefined && this.textOf(prompt, contentOf) === event.quoted) {
      found.add(prompt);
    }
    return [...found].sort((a, b) => b - a);
  }

  /** Entries that follow the summary, compared from the end as far as they are the same. */
  #newest(effect: CompactionEffect, left: string[], contentOf: ContentOf): Set<number> {
    const found = new Set<number>();
    for (const entry of this.#backwards(effect, contentOf)) {
      const said = this.#messages(entry, contentOf).map(words);
      const start = left.length - said.length;
      // The first message is the summary.
      if (said.length === 0 || start < 1 || said.join() !== left.slice(start).join()) {
        break;
      }
      left.length = start;
      found.add(entry);
    }
    return found;
  }

  /** Single messages that are repeated anywhere; only those of the same size are read. */
  *#alone(
    effect: CompactionEffect,
    messages: readonly ConversationMessage[],
    contentOf: ContentOf,
  ): Generator<number> {
    const wanted = new Map<number, Set<string>>();
    for (const message of messages) {
      const chars = charsOfParts(message.parts);
      wanted.set(chars, (wanted.get(chars) ?? new Set()).add(words(message)));
    }
    for (const entry of this.#backwards(effect, contentOf)) {
      const size = this.history.sizeOf(entry);
      const alike = messageCount(size) === 1 ? wanted.get(size.chars) : undefined;
      const [said] = alike === undefined ? [] : this.#messages(entry, contentOf);
      if (said !== undefined && alike?.delete(words(said)) === true) {
        yield entry;
      }
    }
  }

  #lastPrompt(effect: CompactionEffect, contentOf: ContentOf): number | undefined {
    for (const entry of this.#backwards(effect, contentOf)) {
      if (this.history.sizeOf(entry).user > 0) {
        return entry;
      }
    }
    return undefined;
  }

  /** What was said since the compaction before, and what that one repeats; latest first. */
  *#backwards(effect: CompactionEffect, contentOf: ContentOf) {
    for (let entry = effect.at - 1; entry >= effect.startBefore; entry -= 1) {
      yield entry;
    }
    const before = this.#before(effect);
    if (before !== undefined) {
      yield* this.of(before, contentOf);
    }
  }

  #messages(entry: number, contentOf: ContentOf): readonly ConversationMessage[] {
    const { line, event } = this.history.placeOf(entry);
    const said = contentOf(line)?.events[event];
    return said === undefined ? [] : entriesOf(said).flatMap(expandEntry);
  }

  textOf(entry: number, contentOf: ContentOf): string {
    return this.#messages(entry, contentOf)
      .flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')))
      .join('');
  }
}

const none: ReadonlySet<number> = new Set();

function keyOf({ line, event }: CompactionEffect): string {
  return `${line}.${event}`;
}

/** A message in a form in which two with the same words are equal: call IDs may differ. */
function words({ role, parts }: ConversationMessage): string {
  return JSON.stringify([role, parts.map((part) => ({ ...part, callId: '' }))]);
}
