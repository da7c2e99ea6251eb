/** The scripted model's data for the suites, all of it ready for `deepEqual`. */

/** One answer of the model, used for the next request. */
export type Answer =
  /** Chunks, `delayMs` before each. */
  | { readonly kind: 'text'; readonly chunks: readonly string[]; readonly delayMs?: number }
  | {
      readonly kind: 'toolCall';
      readonly callId: string;
      readonly name: string;
      readonly input: object;
    }
  /** Fails after `chunks`, for example with `vscode.LanguageModelError.Blocked('…')`. */
  | { readonly kind: 'error'; readonly error: Error; readonly chunks?: readonly string[] }
  /** Sends `chunks`, then waits until the request is canceled. */
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
  /** Unused answers. */
  readonly unused: readonly Answer[];
  /** Queues answers. Without one, a request is answered with its own content. */
  script(...answers: readonly Answer[]): void;
  /** Sets the available models; an empty list simulates a window without any. */
  setModels(models: readonly ScriptedModelInfo[]): void;
  /** Restores standard models, without requests or queued answers. */
  reset(): void;
}

/**
 * The first is the default. The second is small, so that a moderately long conversation does not
 * fit.
 */
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

/**
 * The scripted token counter: four UTF-16 units per token, rounded up. Parts of a message are
 * summed.
 */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** An image's tokens, and its placeholder. */
const imageInWords = '[image]';

/** All text of a message, including tool input and results. */
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
