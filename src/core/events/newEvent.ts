import type { ConversationEntry } from './message.ts';
import type {
  AssistantTextEvent,
  DiffEvent,
  ShellRunEvent,
  ThinkingEvent,
  ToolCallEvent,
  ToolResultEvent,
} from './event.ts';

/**
 * What is appended to a session: one value is one line of its log. It has no place for the
 * provider, the model or a permission request, so none of them can be recorded.
 */
export type NewEvent = NewUserMessage | NewTurn | NewCompaction;

export interface NewUserMessage {
  readonly kind: 'userMessage';
  readonly text: string;
}

/** Everything that answered a user's message, written when the turn ends, however it ends. */
export interface NewTurn {
  readonly kind: 'turn';
  /** As shown, in order; adjacent texts are written as one. */
  readonly items: readonly TurnItem[];
  /** `interrupted` and `error`: `items` is what there was until then. */
  readonly outcome:
    | { readonly type: 'done' | 'interrupted' }
    | { readonly type: 'error'; readonly message: string };
}

export type TurnItem =
  | AssistantTextEvent
  | ThinkingEvent
  | ToolCallEvent
  | NewToolResult
  | NewShellRun
  | DiffEvent;

export type NewToolResult = ToolResultEvent & Retained;
/** A whole run; one that was cut off has `interrupted`. */
export type NewShellRun = Omit<ShellRunEvent, 'phase' | 'callId'> & Retained;

/** How much of a call the model gets on later turns; an error is in the log’s own words. */
interface Retained {
  readonly error?: string;
  /**
   * The result in the words that the model received; the call's input is then preserved in full.
   * Without it, as in Keen, only whether the call succeeded, and an input with its long values cut.
   */
  readonly retained?: string;
}

/** Replaces the conversation so far. */
export interface NewCompaction {
  readonly kind: 'compaction';
  readonly trigger: 'manual' | 'automatic';
  /** The visible summary; Markdown. */
  readonly summary: string;
  /** The whole conversation from here on: the summary and the messages that stay. */
  readonly replacement: readonly ConversationEntry[];
}

/** The progress of a running turn, in order. */
export type TurnStep =
  /** Text that the model sent. */
  | { readonly kind: 'text'; readonly text: string }
  /** A tool started; its result follows as `items` when it is done. */
  | { readonly kind: 'call'; readonly name: string; readonly input: unknown }
  | { readonly kind: 'items'; readonly items: readonly TurnItem[] };

/** The items of a turn that was cut off after these steps. */
export function itemsOfSteps(steps: readonly TurnStep[]): readonly TurnItem[] {
  return steps.flatMap((step, place): readonly TurnItem[] => {
    switch (step.kind) {
      case 'text':
        return step.text === '' ? [] : [{ kind: 'assistantText', text: step.text }];
      case 'call':
        // The result describes the call as well.
        return steps[place + 1]?.kind === 'items'
          ? []
          : [{ kind: 'toolCall', name: step.name, input: step.input }];
      case 'items':
        return step.items;
    }
  });
}
