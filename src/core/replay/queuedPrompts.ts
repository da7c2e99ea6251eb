import type { SessionEvent } from '../event.ts';
import type { Source } from '../source.ts';

/** An event, and where its log has it. */
export interface PlacedEvent {
  readonly event: SessionEvent;
  readonly source: Source;
  readonly eventIndex: number;
  readonly time: number | undefined;
}

/** What is known after some lines. */
export interface QueuedPromptsMark {
  readonly held: readonly PlacedEvent[];
  readonly told: readonly string[];
  readonly isLate: boolean;
}

/** Prompts that are compared; nobody has more of them waiting at once. */
const mostPrompts = 32;

/**
 * Prompts that the agent took from its queue while it worked. Some versions tell each again as a record of
 * the conversation, right before or after that, and others do not: one that is told again is left to that
 * record, and any other is told when the log goes on.
 */
export class QueuedPrompts {
  #held: readonly PlacedEvent[] = [];
  /** Texts of those that were told, whose other record is not known yet. */
  #told: readonly string[] = [];
  /** Rows of later lines were told, and the held ones would stand behind them. */
  #isLate = false;

  /** Some wait for what the log says next. */
  get hasHeld(): boolean {
    return this.#held.length > 0;
  }

  /** Whether `take` may make anything else of an event than the event; nearly always not. */
  concerns(event: SessionEvent): boolean {
    return this.#held.length > 0 || (event.kind === 'userMessage' && event.queued !== undefined);
  }

  /** What there is to tell now that the log has this event: nothing, it, or others before it. */
  take(at: PlacedEvent): readonly PlacedEvent[] {
    const { event } = at;
    if (event.kind !== 'userMessage') {
      return silent.has(event.kind) ? [at] : [...this.release(), at];
    }
    const { text, queued } = event;
    const held = this.#held.findIndex((other) => textOf(other) === text);
    if (queued !== 'taken' && held >= 0) {
      this.#held = this.#held.filter((_, index) => index !== held);
      this.#isLate = this.#held.length > 0;
      return [at];
    }
    const told = queued === undefined ? -1 : this.#told.indexOf(text);
    if (told >= 0) {
      this.#told = this.#told.filter((_, index) => index !== told);
      return [];
    }
    if (queued === 'taken') {
      this.#held = [...this.#held, at].slice(-mostPrompts);
      return [];
    }
    const before = this.release();
    this.#remember(queued === 'sent' ? [text] : []);
    return [...before, at];
  }

  /** Those that were told nowhere else. */
  release(): readonly PlacedEvent[] {
    const held = this.#isLate ? [] : this.#held;
    this.#held = [];
    this.#isLate = false;
    this.#remember(held.map(textOf));
    return held;
  }

  mark(): QueuedPromptsMark {
    return { held: this.#held, told: this.#told, isLate: this.#isLate };
  }

  rewind(mark: QueuedPromptsMark): void {
    this.#held = mark.held;
    this.#told = mark.told;
    this.#isLate = mark.isLate;
  }

  #remember(texts: readonly string[]): void {
    if (texts.length > 0) {
      this.#told = [...this.#told, ...texts].slice(-mostPrompts);
    }
  }
}

function textOf({ event }: PlacedEvent): string {
  return event.kind === 'userMessage' ? event.text : '';
}

/** Of no line in between does anybody see anything. */
const silent: ReadonlySet<SessionEvent['kind']> = new Set([
  'sessionStart',
  'sessionTitle',
  'label',
  'usage',
]);
