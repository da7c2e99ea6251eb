import type { ConversationMessage, MessagePart } from '../events/message.ts';
import { wellFormedJson } from '../text/wellFormed.ts';

/*
 * What providers reject about past tool calls, in their own words:
 *
 * - Anthropic: "`tool_use` ids were found without `tool_result` blocks immediately after … Each
 *   `tool_use` block must have a corresponding `tool_result` block in the next message" and
 *   "unexpected `tool_use_id` found in `tool_result` blocks … Each `tool_result` block must have a
 *   corresponding `tool_use` block in the previous message". Results precede any text of their
 *   message; IDs are unique and match `^[a-zA-Z0-9_-]+$`.
 * - OpenAI: "An assistant message with 'tool_calls' must be followed by tool messages responding to
 *   each 'tool_call_id'", "messages with role 'tool' must be a response to a preceeding message with
 *   'tool_calls'" and "Invalid 'messages[n].tool_calls[n].id': string too long. Expected a string with
 *   maximum length 40".
 * - Gemini: "the number of function response parts is equal to the number of function call parts of
 *   the function call turn".
 */

/** Stands in for a result that is missing from the log. */
export const missingResult = 'No result in the log';

const longestId = 40;

interface Call {
  /** The ID to send. */
  readonly id: string;
  result: Part<'toolResult'> | undefined;
}

/**
 * Follows every message that has calls with one user message that holds exactly their results, in
 * call order. A call without a result gets a placeholder; a result without a call becomes text in
 * its place. The first result for an ID belongs to the last call with that ID before it; if there is none,
 * to the first after it.
 */
export function pairedCalls(messages: readonly ConversationMessage[]): ConversationMessage[] {
  const { calls, claimed } = matchCalls(messages);
  return messages.flatMap((message): readonly ConversationMessage[] => {
    const results: MessagePart[] = [];
    const parts = message.parts.flatMap((part): readonly MessagePart[] => {
      if (part.type === 'toolResult') {
        return claimed.has(part) ? [] : resultInWords(part);
      }
      if (part.type !== 'toolCall') {
        return [part];
      }
      const call = calls.get(part);
      if (call === undefined) {
        return [callInWords(part)];
      }
      results.push(resultOf(call));
      return [call.id === part.callId ? part : { ...part, callId: call.id }];
    });
    const isSame =
      parts.length === message.parts.length &&
      parts.every((part, index) => part === message.parts[index]);
    return [
      ...(parts.length === 0 ? [] : [isSame ? message : { ...message, parts }]),
      ...(results.length === 0 ? [] : [{ role: 'user' as const, parts: results }]),
    ];
  });
}

function matchCalls(messages: readonly ConversationMessage[]): {
  readonly calls: ReadonlyMap<Part<'toolCall'>, Call>;
  readonly claimed: ReadonlySet<Part<'toolResult'>>;
} {
  const calls = new Map<Part<'toolCall'>, Call>();
  const claimed = new Set<Part<'toolResult'>>();
  const waiting = new Map<string, Call>();
  const early = new Map<string, Part<'toolResult'>>();
  const ids = new CallIds();
  for (const { role, parts } of messages) {
    for (const part of parts) {
      if (part.type === 'toolCall' && role === 'assistant') {
        const result = early.get(part.callId);
        const call: Call = { id: ids.take(part.callId), result };
        calls.set(part, call);
        if (result === undefined) {
          waiting.set(part.callId, call);
        } else {
          claimed.add(result);
          early.delete(part.callId);
        }
      } else if (part.type === 'toolResult') {
        const call = waiting.get(part.callId);
        if (call !== undefined) {
          call.result = part;
          claimed.add(part);
          waiting.delete(part.callId);
        } else if (!early.has(part.callId)) {
          early.set(part.callId, part);
        }
      }
    }
  }
  return { calls, claimed };
}

function resultOf({ id, result }: Call): MessagePart {
  if (result === undefined) {
    return { type: 'toolResult', callId: id, text: missingResult, isError: true };
  }
  return result.callId === id ? result : { ...result, callId: id };
}

/** IDs that every provider accepts, unique per call. */
class CallIds {
  readonly #used = new Set<string>();
  /** The next number to try per ID prefix, so that equal IDs are not counted up again each time. */
  readonly #next = new Map<string, number>();

  /** The wanted ID, or one like it that no earlier call has. */
  take(wanted: string): string {
    const plain = wanted.slice(0, longestId).replace(/[^A-Za-z0-9_-]/g, '_') || 'call';
    let id: string | undefined = plain;
    for (let digits = 1; id === undefined || this.#used.has(id); digits += 1) {
      id = this.#numbered(plain.slice(0, longestId - 1 - digits), digits);
    }
    this.#used.add(id);
    return id;
  }

  #numbered(start: string, digits: number): string | undefined {
    const key = `${digits} ${start}`;
    const end = 10 ** digits;
    let number = this.#next.get(key) ?? Math.max(2, end / 10);
    while (number < end && this.#used.has(`${start}_${number}`)) {
      number += 1;
    }
    this.#next.set(key, number);
    return number < end ? `${start}_${number}` : undefined;
  }
}

type Part<Type extends MessagePart['type']> = Extract<MessagePart, { type: Type }>;

/**
 * A conversation with past calls described in words, for a model that refuses them as parts: some
 * providers accept calls only together with tool declarations, which cannot be run here.
 */
export function withCallsAsText(messages: readonly ConversationMessage[]): ConversationMessage[] {
  return messages.map(({ role, parts }) => ({
    role,
    parts: parts.flatMap((part): readonly MessagePart[] => {
      switch (part.type) {
        case 'text':
        case 'image':
          return [part];
        case 'toolCall':
          return [callInWords(part)];
        case 'toolResult':
          return resultInWords(part);
      }
    }),
  }));
}

export function hasCalls(messages: readonly ConversationMessage[]): boolean {
  return messages.some(({ parts }) =>
    parts.some(({ type }) => type === 'toolCall' || type === 'toolResult'),
  );
}

function callInWords({ name, input }: Part<'toolCall'>): Part<'text'> {
  return { type: 'text', text: `[Called ${name} with ${wellFormedJson(JSON.stringify(input))}]` };
}

/** The result's images follow as parts of their own. */
function resultInWords({ text, isError, images = [] }: Part<'toolResult'>): readonly MessagePart[] {
  return [
    { type: 'text', text: `[${isError ? 'The call failed' : 'Result'}: ${text}]` },
    ...images.map((image) => ({ type: 'image' as const, ...image })),
  ];
}
