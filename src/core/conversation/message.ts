/**
 * What a model gets. Two shapes: an entry is one turn as the log tells it, with past tool calls at
 * their place in the text; a message is what `vscode.LanguageModelChatMessage` can carry, in which
 * calls sit in an assistant message and their results in the user message after it.
 */
export interface ConversationEntry {
  readonly role: 'system' | 'user' | 'assistant';
  readonly segments: readonly Segment[];
}

export type Segment =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'calls'; readonly calls: readonly PastCall[] }
  /** A call whose result is an entry of its own; the two meet by their id. */
  | {
      readonly type: 'call';
      readonly callId: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'result';
      readonly callId: string;
      readonly text: string;
      readonly isError: boolean;
      readonly images?: readonly ImageData[];
    }
  | ({ readonly type: 'image' } & ImageData);

export interface ImageData {
  /** As the log says it; checked before anything is drawn. */
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** A tool call that the model is reminded of, with its result as the agent words it. */
export interface PastCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string;
  readonly isError: boolean;
}

/** Maps one to one to `vscode.LanguageModelChatMessage`, which knows these two roles only. */
export interface ConversationMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly MessagePart[];
}

export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'toolCall';
      readonly callId: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'toolResult';
      readonly callId: string;
      readonly text: string;
      readonly isError: boolean;
      readonly images?: readonly ImageData[];
    }
  | ({ readonly type: 'image' } & ImageData);
