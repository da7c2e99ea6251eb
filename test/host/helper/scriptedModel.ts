/** What the scripted model shows to the suites: everything is data, ready for `deepEqual`. */

/** One answer of the model, given to the next request that arrives. */
export type Answer =
  /** Chunks as they are, `delayMs` before each. */
  | { readonly kind: 'text'; readonly chunks: readonly string[]; readonly delayMs?: number }
  | {
      readonly kind: 'toolCall';
      readonly callId: string;
      readonly name: string;
      readonly input: object;
    }
  /** Fails after `chunks`, for example with `vscode.LanguageModelError.Blocked('…')`. */
  | { readonly kind: 'error'; readonly error: Error; readonly chunks?: readonly string[] }
  /** Sends `chunks`, then waits until the request is cancelled. */
  | { readonly kind: 'untilCancelled'; readonly chunks: readonly string[] };

export type RecordedPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'toolCall';
      readonly callId: string;
      readonly name: string;
      readonly input: unknown;
    }
  | {
      readonly type: 'toolResult';
      readonly callId: string;
      readonly text: string;
      readonly images?: readonly RecordedImage[];
    }
  | ({ readonly type: 'image' } & RecordedImage)
  | { readonly type: 'other'; readonly value: unknown };

export interface RecordedImage {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

export interface RecordedMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly RecordedPart[];
}

/** One request as the model received it. */
export interface RecordedRequest {
  readonly model: string;
  readonly messages: readonly RecordedMessage[];
  readonly tools: readonly string[];
  readonly modelOptions: unknown;
  state: 'running' | 'answered' | 'failed' | 'cancelled';
}

export interface ScriptedModelInfo {
  readonly id: string;
  readonly name: string;
  /** Tokens. */
  readonly maxInputTokens: number;
  readonly toolCalling: boolean;
  readonly imageInput: boolean;
}

/** The helper extension's exports. */
export interface ScriptedModel {
  /** All requests since the last reset, oldest first; the list is live. */
  readonly requests: readonly RecordedRequest[];
  /** Answers that no request has taken yet. */
  readonly unused: readonly Answer[];
  /** Queues answers. Without one a request is answered with what it was sent. */
  script(...answers: readonly Answer[]): void;
  /** Which models there are from now on; an empty list is a window without any. */
  setModels(models: readonly ScriptedModelInfo[]): void;
  /** Standard models, no requests, no answers queued. */
  reset(): void;
}

/** The first is the default. The second is small, so that a conversation of some length is too long. */
export const standardModels: readonly ScriptedModelInfo[] = [
  {
    id: 'large',
    name: 'Scripted Large',
    maxInputTokens: 100_000,
    toolCalling: true,
    imageInput: true,
  },
  {
    id: 'small',
    name: 'Scripted Small',
    maxInputTokens: 400,
    toolCalling: true,
    imageInput: false,
  },
  {
    id: 'plain',
    name: 'Scripted Plain',
    maxInputTokens: 8_000,
    toolCalling: false,
    imageInput: false,
  },
];

/** The scripted counter: four UTF-16 units a token, rounded up. Parts of a message are added up. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** What an image counts as, and what is said in its place. */
const imageInWords = '[image]';

/** All text of a message, tool input and results included. */
export function textOf(message: RecordedMessage): string {
  return message.parts
    .map((part) => {
      switch (part.type) {
        case 'text':
        case 'toolResult':
          return part.text;
        case 'toolCall':
          return part.name + JSON.stringify(part.input);
        case 'image':
          return imageInWords;
        case 'other':
          return JSON.stringify(part.value);
      }
    })
    .join('');
}
