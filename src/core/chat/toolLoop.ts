import { append } from '#base/append.ts';
import { imagesIfAny } from '../events/message.ts';
import type { ConversationMessage, ImageData, MessagePart } from '../events/message.ts';
import type { DiffEvent } from '../events/event.ts';
import type { NewShellRun, NewToolResult, TurnItem, TurnStep } from '../events/newEvent.ts';

/** What a model sends while it answers. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'toolCall' } & ToolRequest);

export interface ToolRequest {
  readonly callId: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The result of a call. */
export interface ToolOutcome {
  /** As the model receives it. */
  readonly text: string;
  readonly isError: boolean;
  readonly images?: readonly ImageData[];
  readonly durationNs: number;
  /** Set if the call was a shell command; it is recorded as one. */
  readonly shell?: Pick<NewShellRun, 'command' | 'summary' | 'exitCode'>;
  /** Its changes to files. */
  readonly diffs?: readonly DiffEvent[];
}

export interface LoopPorts {
  /**
   * Sends a conversation to the model. May throw; what had arrived by then counts. Ends soon after
   * the user stops the turn.
   */
  ask(messages: readonly ConversationMessage[]): AsyncIterable<AnswerPart>;
  /** Runs a tool. A failing tool is an outcome; throwing ends the turn. */
  invoke(call: ToolRequest): Promise<ToolOutcome>;
  /** Receives everything as it happens, so that work can be saved even if the turn never ends. */
  onStep(step: TurnStep): void;
  isCanceled(): boolean;
}

export interface LoopResult {
  /** What was shown, in order, for the record. */
  readonly items: readonly TurnItem[];
  /** What the model said and received, to send with the next message. */
  readonly messages: readonly ConversationMessage[];
  readonly end:
    | { readonly type: 'done' | 'interrupted' }
    /** The model wanted to continue after its last round. */
    | { readonly type: 'limit' }
    | { readonly type: 'failed'; readonly error: unknown };
}

/**
 * Lets a model answer and work: runs its calls in order, one after the other, and sends their
 * results back until it answers without a call, the user stops it, or it reaches its round limit.
 * Never throws: what was said and done before a failure is kept.
 *
 * @param maxRounds how often the model may be called, at least 1.
 */
export async function runTurn(
  conversation: readonly ConversationMessage[],
  maxRounds: number,
  ports: LoopPorts,
): Promise<LoopResult> {
  const items: TurnItem[] = [];
  const messages: ConversationMessage[] = [];
  const result = (end: LoopResult['end']): LoopResult => ({ items, messages, end });
  try {
    for (let round = 1; ; round += 1) {
      const calls = await oneRound([...conversation, ...messages], ports, items, messages);
      if (ports.isCanceled()) {
        return result({ type: 'interrupted' });
      }
      if (calls.length === 0) {
        return result({ type: 'done' });
      }
      const answered = await runCalls(calls, ports, items, messages);
      if (!answered || ports.isCanceled()) {
        return result({ type: 'interrupted' });
      }
      if (round >= maxRounds) {
        return result({ type: 'limit' });
      }
    }
  } catch (error) {
    return result(ports.isCanceled() ? { type: 'interrupted' } : { type: 'failed', error });
  }
}

/** One answer of the model. When it throws, the lists hold what came before the failure. */
async function oneRound(
  conversation: readonly ConversationMessage[],
  ports: LoopPorts,
  items: TurnItem[],
  messages: ConversationMessage[],
): Promise<readonly ToolRequest[]> {
  let text = '';
  const calls: ToolRequest[] = [];
  try {
    for await (const part of ports.ask(conversation)) {
      if (part.type === 'text') {
        text += part.text;
        ports.onStep({ kind: 'text', text: part.text });
      } else {
        const { callId, name, input } = part;
        calls.push({ callId, name, input });
      }
    }
  } catch (error) {
    keepText(text, items, messages);
    throw error;
  }
  if (calls.length === 0 || ports.isCanceled()) {
    keepText(text, items, messages);
    return [];
  }
  if (text !== '') {
    items.push({ kind: 'assistantText', text });
  }
  const said: MessagePart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  messages.push({
    role: 'assistant',
    parts: [...said, ...calls.map((call) => ({ type: 'toolCall' as const, ...call }))],
  });
  return calls;
}

function keepText(text: string, items: TurnItem[], messages: ConversationMessage[]): void {
  if (text.trim() !== '') {
    items.push({ kind: 'assistantText', text });
    messages.push({ role: 'assistant', parts: [{ type: 'text', text }] });
  }
}

/**
 * Gives every call a result, even those that did not run: providers refuse a call without one.
 *
 * @returns false if the user stopped it on the way.
 */
async function runCalls(
  calls: readonly ToolRequest[],
  ports: LoopPorts,
  items: TurnItem[],
  messages: ConversationMessage[],
): Promise<boolean> {
  const parts: MessagePart[] = [];
  let stopped = false;
  try {
    for (const call of calls) {
      stopped ||= ports.isCanceled();
      const { name, input } = call;
      ports.onStep({ kind: 'call', name, input });
      const outcome = stopped ? notRun : await ports.invoke(call);
      const done = recorded(call, outcome);
      append(items, done);
      ports.onStep({ kind: 'items', items: done });
      const { text, isError, images } = outcome;
      parts.push({
        type: 'toolResult',
        callId: call.callId,
        text,
        isError,
        ...imagesIfAny(images),
      });
    }
  } finally {
    const unanswered = calls.slice(parts.length);
    for (const { name, input } of unanswered.slice(0, 1)) {
      items.push({ kind: 'toolCall', name, input });
    }
    for (const { callId } of unanswered) {
      parts.push({ type: 'toolResult', callId, text: notRun.text, isError: true });
    }
    messages.push({ role: 'user', parts });
  }
  return !stopped;
}

const notRun: ToolOutcome = { text: 'Not run: the user stopped it.', isError: true, durationNs: 0 };

function recorded(call: ToolRequest, outcome: ToolOutcome): TurnItem[] {
  const { text, isError, durationNs, shell, diffs = [], images } = outcome;
  if (shell !== undefined) {
    const failed = isError ? { error: text } : { output: text };
    return [{ kind: 'shellRun', ...shell, ...failed, durationNs, retained: text }, ...diffs];
  }
  const { name, input } = call;
  const end: NewToolResult = {
    kind: 'toolResult',
    name,
    input,
    ...(isError ? { error: text } : { output: text }),
    durationNs,
    retained: text,
    ...imagesIfAny(images),
  };
  return [{ kind: 'toolCall', name, input }, ...diffs, end];
}
