import type { ConversationEntry } from './conversation/message.ts';
import type {
  AssistantTextEvent,
  DiffEvent,
  ShellRunEvent,
  ThinkingEvent,
  ToolCallEvent,
  ToolResultEvent,
} from './event.ts';

/**
 * What is appended to a session: one value is one line of its log. There is no place in it for the
 * provider, the model or a question for permission, so none of them can be recorded.
 */
export type NewEvent = NewUserMessage | NewTurn | NewCompaction;

export interface NewUserMessage {
  readonly kind: 'userMessage';
  readonly text: string;
}

/** All that came back for a user's message, written when it ends, however it ends. */
export interface NewTurn {
  readonly kind: 'turn';
  /** As it was shown, in order; neighbouring texts are written as one. */
  readonly items: readonly TurnItem[];
  /** `interrupted` and `error`: `items` is what there was until then. */
  readonly outcome:
    | { readonly type: 'done' | 'interrupted' }
    | { readonly type: 'error'; readonly message: string };
}

export type TurnItem =
  AssistantTextEvent | ThinkingEvent | ToolCallEvent | NewToolResult | NewShellRun | DiffEvent;

export type NewToolResult = ToolResultEvent & Retained;
/** A whole run; one that was cut off has `interrupted`. */
export type NewShellRun = Omit<ShellRunEvent, 'phase' | 'callId'> & Retained;

/** How much of a call the model is reminded of on later turns. */
export interface Retained {
  /**
   * The result in the words in which the model got it; the call's input is kept whole with it.
   * Without it, as in Keen, only whether the call succeeded, and an input with its long values cut.
   */
  readonly retained?: string;
}

/** The conversation so far is replaced. */
export interface NewCompaction {
  readonly kind: 'compaction';
  readonly trigger: 'manual' | 'automatic';
  /** What is shown; Markdown. */
  readonly summary: string;
  /** The whole conversation from here on: the summary and what is kept. */
  readonly replacement: readonly ConversationEntry[];
}
