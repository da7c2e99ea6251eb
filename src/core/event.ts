import type { ConversationEntry } from './conversation/message.ts';
import type { DiffLine } from './diff.ts';

/**
 * The one union that every adapter produces from the lines of its log. Events come in the order of
 * the log and each belongs to one line. The two projections pick from the same stream:
 *
 * | kind                                            | transcript (rows) | conversation (messages) |
 * | ----------------------------------------------- | ----------------- | ----------------------- |
 * | `userMessage`, `compaction`                     | yes               | yes                     |
 * | `assistantMessage`                              | no                | yes                     |
 * | everything else                                 | yes               | no                      |
 *
 * What the user saw of an answer (`assistantText`, `thinking`, `toolCall` …) and what the model is
 * told of it later (`assistantMessage`) differ in every agent, so they are different events even
 * where one line of the log carries both.
 */
export type SessionEvent =
  | SessionStartEvent
  | UserMessageEvent
  | AssistantTextEvent
  | AssistantMessageEvent
  | ThinkingEvent
  | ToolCallEvent
  | ToolResultEvent
  | ShellRunEvent
  | DiffEvent
  | CompactionEvent
  | InterruptionEvent
  | ErrorEvent
  | NoticeEvent
  | UnknownEvent;

export interface SessionStartEvent {
  readonly kind: 'sessionStart';
  readonly sessionId: string | undefined;
  /** Epoch ms. */
  readonly createdAt: number | undefined;
  readonly cwd: string | undefined;
}

export interface UserMessageEvent {
  readonly kind: 'userMessage';
  readonly text: string;
  /** A better one-line title than the text's beginning, where the format has one. */
  readonly title?: string;
}

/** Visible answer text. */
export interface AssistantTextEvent {
  readonly kind: 'assistantText';
  readonly text: string;
  /** An early copy of text that the log may repeat in full later; the transcript shows it once. */
  readonly segment?: true;
}

/** What the model is told later that the assistant said and did in one turn. */
export interface AssistantMessageEvent {
  readonly kind: 'assistantMessage';
  readonly entry: ConversationEntry;
}

export interface ThinkingEvent {
  readonly kind: 'thinking';
  readonly text: string;
}

export interface ToolCallEvent {
  readonly kind: 'toolCall';
  readonly name: string;
  readonly input: unknown;
  /** Set where the format has call ids; without one, calls and results pair by name and order. */
  readonly callId?: string;
}

export interface ToolResultEvent {
  readonly kind: 'toolResult';
  readonly name: string;
  readonly input?: unknown;
  readonly output?: unknown;
  /** Error text; its presence means that the call failed. */
  readonly error?: string;
  readonly durationNs?: number;
  readonly callId?: string;
  /** The format writes results without calls as a matter of course, so that is nothing odd. */
  readonly standsAlone?: true;
}

/** A shell command; `whole` where the log writes start and end as one. */
export interface ShellRunEvent {
  readonly kind: 'shellRun';
  readonly phase: 'start' | 'end' | 'whole';
  readonly command: string;
  readonly summary?: string;
  /** Standard output and error as the log joined them, with ANSI sequences. */
  readonly output?: string;
  readonly error?: string;
  readonly exitCode?: number;
  readonly durationNs?: number;
  /** The turn was cancelled while the command ran. */
  readonly interrupted?: true;
}

export interface DiffEvent {
  readonly kind: 'diff';
  readonly lines: readonly DiffLine[];
  /** Path as the log spells it; unknown where the format leaves it to the tool call before. */
  readonly path?: string;
}

export interface CompactionEvent {
  readonly kind: 'compaction';
  readonly trigger: 'manual' | 'automatic' | 'unknown';
  /** The status line that the agent showed; may be empty. */
  readonly status: string;
  /** The summary that the agent showed or that replaces the conversation; Markdown. */
  readonly summary: string;
  /** Everything said so far is replaced by these. */
  readonly replacement: readonly ConversationEntry[];
}

export interface InterruptionEvent {
  readonly kind: 'interruption';
}

export interface ErrorEvent {
  readonly kind: 'error';
  readonly message: string;
}

/** Something that the log says in passing and the user may want to know. */
export interface NoticeEvent {
  readonly kind: 'notice';
  readonly text: string;
}

/** Well-formed, but of a kind that this version does not know: shown as it is. */
export interface UnknownEvent {
  readonly kind: 'unknown';
  /** What the log calls it. */
  readonly type: string;
  readonly raw: unknown;
}
