import type { LogPlan } from './logPlan.ts';
import type { Random } from '../../support/random.ts';
import type { Texts } from './texts.ts';

/** The course of a session, for formats with one line per message. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly thinking: string;
      readonly text: string;
      readonly calls: readonly Call[];
    }
  | { readonly role: 'result'; readonly call: Call; readonly text: string }
  /** Replaces all messages but the last `kept`. */
  | { readonly role: 'compaction'; readonly summary: string; readonly kept: number };

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}

export type Said = Exclude<Message, { role: 'compaction' }>;

/**
 * Characters of a context before and after compaction: pi leaves 16,384 of the window's 200,000
 * tokens free and keeps 20,000 (0.87.1), at four characters per token. No model would ever have
 * answered in a longer context without a compaction.
 */
const fullContext = 4 * (200_000 - 16_384);
const keptContext = 4 * 20_000;

/** An endless stream of messages; the context is compacted before it is full. */
export function* messages(random: Random, texts: Texts, plan: LogPlan): Generator<Message> {
  let context = 0;
  const recent: { readonly role: Said['role']; readonly length: number }[] = [];
  for (const message of exchanges(random, texts, plan)) {
    if (message.role !== 'result' && context > fullContext) {
      const kept = keptOf(recent);
      const summary = texts.prose(6_000);
      yield { role: 'compaction', summary, kept };
      recent.splice(0, recent.length - kept);
      context = summary.length + recent.reduce((sum, { length }) => sum + length, 0);
    }
    yield message;
    const length = lengthOf(message);
    recent.push({ role: message.role, length });
    context += length;
  }
}

/** Number of last messages to keep: they never start with a result, whose call would be gone. */
function keptOf(messages: readonly { readonly role: Said['role']; readonly length: number }[]) {
  let kept = 0;
  for (let count = 1, length = 0; count <= messages.length; count += 1) {
    const message = messages[messages.length - count];
    length += message?.length ?? 0;
    if (kept > 0 && length > keptContext) {
      break;
    }
    kept = message?.role === 'result' ? kept : count;
  }
  return kept;
}

function lengthOf(message: Said): number {
  const calls = message.role === 'assistant' ? JSON.stringify(message.calls).length : 0;
  const thinking = message.role === 'assistant' ? message.thinking.length : 0;
  return message.text.length + calls + thinking;
}

function* exchanges(random: Random, texts: Texts, plan: LogPlan): Generator<Said> {
  for (;;) {
    yield { role: 'user', text: texts.prose(random.size(220, 1, 20_000)) };
    const wanted = random.size(plan.turnLength, 1.4, plan.longestTurn);
    for (let length = 0; length < wanted;) {
      const call = { id: `call_${random.hex(16)}`, ...callOf(random, texts) };
      const thinking = random.chance(0.4) ? texts.prose(random.size(300, 0.8, 8_000)) : '';
      const text = random.chance(0.4) ? texts.prose(random.size(200, 0.8, 3_000)) : '';
      yield { role: 'assistant', thinking, text, calls: [call] };
      const size = Math.min(Math.max(200, wanted - length), random.size(1_500, 1.6, 2_000_000));
      yield {
        role: 'result',
        call,
        text: call.name === 'bash' ? texts.terminal(size) : texts.code(size),
      };
      length += size + text.length + thinking.length;
    }
    const text = `${texts.prose(random.size(500, 0.8, 6_000))}\nSee ${texts.rareName()}.`;
    yield { role: 'assistant', thinking: '', text, calls: [] };
  }
}

function callOf(random: Random, texts: Texts): { readonly name: string; readonly input: object } {
  switch (random.below(3)) {
    case 0:
      return { name: 'bash', input: { command: texts.command() } };
    case 1:
      return { name: 'read', input: { path: texts.path(), limit: random.below(2_000) } };
    default:
      return {
        name: 'edit',
        input: { path: texts.path(), oldText: texts.code(300), newText: texts.code(400) },
      };
  }
}
