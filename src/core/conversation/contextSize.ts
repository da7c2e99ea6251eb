import { expandedCount } from './expandEntry.ts';
import type { ConversationEntry, MessagePart, Segment } from '../events/message.ts';

/** How much of a model's context messages take: how many of each kind, and their characters. */
export interface ContextSize {
  /** What the user said, summaries, and whatever else has the user's role. */
  readonly user: number;
  readonly assistant: number;
  /** Messages with nothing but results of tool calls. */
  readonly results: number;
  /** Texts, calls as JSON, and a fixed number for each image. */
  readonly chars: number;
}

export const noContext: ContextSize = { user: 0, assistant: 0, results: 0, chars: 0 };

/** As in pi (0.74.2, `compaction`): an image counts as 1,200 tokens, whatever its size. */
const imageChars = 4_800;
export const charsPerToken = 4;

/** An estimate: providers count tokens in their own ways. */
export function tokensIn(chars: number): number {
  return Math.ceil(chars / charsPerToken);
}

export function messageCount({ user, assistant, results }: ContextSize): number {
  return user + assistant + results;
}

export function plus(a: ContextSize, b: ContextSize): ContextSize {
  return {
    user: a.user + b.user,
    assistant: a.assistant + b.assistant,
    results: a.results + b.results,
    chars: a.chars + b.chars,
  };
}

export function minus(a: ContextSize, b: ContextSize): ContextSize {
  return {
    user: a.user - b.user,
    assistant: a.assistant - b.assistant,
    results: a.results - b.results,
    chars: a.chars - b.chars,
  };
}

/** Size of the messages that an entry expands to; see `expandEntry`. */
export function sizeOfEntry({ role, segments }: ConversationEntry): ContextSize {
  const chars = segments.reduce((sum, segment) => sum + charsOfSegment(segment), 0);
  const messages = expandedCount(segments);
  const results = segments.filter(
    (segment) => segment.type === 'calls' && segment.calls.length > 0,
  ).length;
  const own = messages - results;
  if (role === 'assistant') {
    return { ...noContext, assistant: own, results, chars };
  }
  const isResult = segments.every(isResultOrEmpty);
  return isResult
    ? { ...noContext, results: messages, chars }
    : { ...noContext, user: own, results, chars };
}

/** Characters of an entry that are not its texts. */
export interface EntryParts {
  /** Names and inputs of calls. */
  readonly calls: number;
  /** Texts of results. */
  readonly results: number;
  readonly images: number;
}

export const noParts: EntryParts = { calls: 0, results: 0, images: 0 };

/** @param chars of all of it. */
export function partsOfEntry({ segments }: ConversationEntry, chars: number): EntryParts {
  let texts = 0;
  let results = 0;
  let images = 0;
  for (const segment of segments) {
    switch (segment.type) {
      case 'calls':
        results += segment.calls.reduce((sum, { result }) => sum + result.length, 0);
        break;
      case 'toolResult':
        results += segment.text.length;
        images += (segment.images?.length ?? 0) * imageChars;
        break;
      case 'image':
        images += imageChars;
        break;
      case 'text':
        texts += segment.text.length;
        break;
      case 'toolCall':
        break;
    }
  }
  return { calls: chars - texts - results - images, results, images };
}

function isResultOrEmpty(segment: Segment): boolean {
  return segment.type === 'toolResult' || (segment.type === 'text' && segment.text === '');
}

/** Characters of a tool result whose words were replaced; see `editedEntry`. */
export function charsOfResult(replacement: readonly Segment[]): number {
  const texts = replacement.filter(({ type }) => type === 'text').length;
  return replacement.reduce(
    (sum, segment) =>
      segment.type === 'text' || segment.type === 'image' ? sum + charsOfSegment(segment) : sum,
    Math.max(0, texts - 1),
  );
}

/** Characters of a message as the model gets it. */
export function charsOfParts(parts: readonly MessagePart[]): number {
  return parts.reduce((sum, part) => sum + charsOfPart(part), 0);
}

function charsOfPart(part: MessagePart): number {
  switch (part.type) {
    case 'text':
      return part.text.length;
    case 'toolCall':
      return part.name.length + charsOfValue(part.input);
    case 'toolResult':
      return part.text.length + (part.images?.length ?? 0) * imageChars;
    case 'image':
      return imageChars;
  }
}

function charsOfSegment(segment: Segment): number {
  return segment.type === 'calls'
    ? segment.calls.reduce(
        (sum, { name, input, result }) => sum + name.length + charsOfValue(input) + result.length,
        0,
      )
    : charsOfPart(segment);
}

/**
 * Characters of a value as JSON, without those that escapes add, and without building it. The value
 * comes from a log and is never deeper than `readRecords` permits.
 */
function charsOfValue(value: unknown): number {
  if (typeof value === 'string') {
    return value.length + 2;
  }
  if (typeof value !== 'object' || value === null) {
    return String(value).length;
  }
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  const keys = Array.isArray(value)
    ? 0
    : Object.keys(value).reduce((sum, key) => sum + key.length + 3, 0);
  return members.reduce(
    (sum: number, member) => sum + charsOfValue(member) + 1,
    keys + (members.length === 0 ? 2 : 1),
  );
}
