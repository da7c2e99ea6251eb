import type { LogPlan } from './logPlan.ts';
import { messages, type Call, type Message, type Said } from './messages.ts';
import type { Random } from '../../support/random.ts';
import type { Texts } from './texts.ts';

const start = Date.UTC(2026, 6, 20, 9, 15, 4);
const tokensBefore = 184_000;
const tokensAfter = 21_500;

/** A log of pi: a tree with occasional abandoned branches. */
export function* piLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  let time = start;
  const nextId = shortIds(random);
  let parentId: string | null = null;
  let before: string | null = null;
  const ids: string[] = [];
  const iso = () => new Date((time += 1_000)).toISOString();
  yield JSON.stringify({
    type: 'session',
    version: 3,
    id: plan.id,
    timestamp: iso(),
    cwd: plan.cwd,
  });
  for (const message of messages(random, texts, plan)) {
    if (message.role === 'user') {
      if (random.chance(0.02)) {
        parentId = before;
      }
      before = parentId;
    }
    const id = nextId();
    const timestamp = iso();
    if (message.role === 'compaction') {
      const { summary, kept } = message;
      const firstKeptEntryId = ids.at(-kept) ?? id;
      yield JSON.stringify({
        type: 'compaction',
        id,
        parentId,
        timestamp,
        summary,
        firstKeptEntryId,
        tokensBefore,
      });
      // No branch starts before it: that would restore the whole context.
      before = id;
    } else {
      yield JSON.stringify({
        type: 'message',
        id,
        parentId,
        timestamp,
        message: piMessage(message, time),
      });
      ids.push(id);
    }
    parentId = id;
  }
}

function piMessage(message: Said, timestamp: number): object {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }], timestamp };
    case 'assistant':
      return {
        role: 'assistant',
        content: blocks(message, (call) => ({ type: 'toolCall', ...argumentsOf(call) })),
        api: 'anthropic-messages',
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
        usage: { input: 1, output: 5, cacheRead: 9, cacheWrite: 4, cost: { total: 0.0001 } },
        stopReason: message.calls.length > 0 ? 'toolUse' : 'stop',
        timestamp,
      };
    case 'result':
      return {
        role: 'toolResult',
        toolCallId: message.call.id,
        toolName: message.call.name,
        content: [{ type: 'text', text: message.text }],
        isError: false,
        timestamp,
      };
  }
}

/** A log of fen, whose writer escapes every slash. */
export function* fenLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  let time = start;
  let parent: string | undefined;
  const ids: string[] = [];
  const dashed = () => new Date((time += 1_000)).toISOString().slice(0, 19).replaceAll(':', '-');
  const line = (value: object) => JSON.stringify(value).replaceAll('/', '\\/');
  yield line({ type: 'session', version: 2, id: plan.id, timestamp: dashed(), cwd: plan.cwd });
  for (const message of messages(random, texts, plan)) {
    const id = random.uuid();
    const entry = { id, 'parent-id': parent, timestamp: dashed() };
    if (message.role === 'compaction') {
      const { summary, kept } = message;
      yield line({
        ...entry,
        type: 'compaction',
        summary,
        'first-kept-entry-id': ids.at(-kept) ?? id,
        'tokens-before': tokensBefore,
        'tokens-after': tokensAfter,
        trigger: 'agent',
      });
    } else {
      yield line({ type: 'message', ...entry, message: fenMessage(message, time) });
      ids.push(id);
    }
    parent = id;
  }
}

function fenMessage(message: Said, timestamp: number): object {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text, timestamp };
    case 'assistant':
      return {
        role: 'assistant',
        content: blocks(message, (call) => ({ type: 'tool-call', ...argumentsOf(call) })),
        api: 'anthropic-messages',
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
        usage: { input: 1, output: 5, 'cache-read': 9, 'cache-write': 4, 'total-tokens': 19 },
        'stop-reason': message.calls.length > 0 ? 'tool-use' : 'stop',
        timestamp,
      };
    case 'result':
      return {
        role: 'tool-result',
        'tool-call-id': message.call.id,
        'tool-name': message.call.name,
        content: [{ type: 'text', text: message.text }],
        'is-error?': false,
        timestamp,
      };
  }
}

/** A log of agent. */
export function* agentLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  let time = start;
  const nextId = shortIds(random);
  let parent = '';
  const ids: string[] = [];
  const seconds = () => new Date((time += 1_000)).toISOString().replace(/\.\d+Z$/, 'Z');
  yield JSON.stringify({
    type: 'session',
    id: plan.id,
    version: 1,
    timestamp: seconds(),
    cwd: plan.cwd,
  });
  for (const message of messages(random, texts, plan)) {
    const id = nextId();
    const timestamp = seconds();
    const entry = { id, parent_id: parent, timestamp };
    if (message.role === 'compaction') {
      yield JSON.stringify({
        type: 'compaction',
        ...entry,
        summary: message.summary,
        first_kept_entry_id: ids.at(-message.kept) ?? '',
        tokens_before: tokensBefore,
      });
    } else {
      const written = agentMessage(message, time);
      yield JSON.stringify({ type: 'message', ...entry, role: written.role, message: written });
      ids.push(id);
    }
    parent = id;
  }
}

function agentMessage(message: Said, timestamp: number): { readonly role: string } {
  switch (message.role) {
    case 'user':
      return writtenAs('user', { content: [{ type: 'text', text: message.text }], timestamp });
    case 'assistant':
      return writtenAs('assistant', {
        content: blocks(message, (call) => ({ type: 'tool_call', ...argumentsOf(call) })),
        model: 'claude-sonnet-4-5',
        provider: 'anthropic',
        usage: { input: 1, output: 5, cache_read: 9, cache_write: 4, total_tokens: 19 },
        stop_reason: message.calls.length > 0 ? 'tool_use' : 'stop',
        timestamp,
      });
    case 'result':
      return writtenAs('tool_result', {
        tool_call_id: message.call.id,
        tool_name: message.call.name,
        content: [{ type: 'text', text: message.text }],
        is_error: false,
        timestamp,
      });
  }
}

function writtenAs(role: string, rest: object): { readonly role: string } {
  return { role, ...rest };
}

function argumentsOf({ id, name, input }: Call): object {
  return { id, name, arguments: input };
}

function blocks(
  { thinking, text, calls }: Extract<Message, { role: 'assistant' }>,
  callBlock: (call: Call) => object,
): readonly object[] {
  return [
    ...(thinking === '' ? [] : [{ type: 'thinking', thinking }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(callBlock),
  ];
}

/**
 * IDs as pi and agent create them: eight hex digits, unique within a log. Random ones would collide
 * after some ten thousand entries, and the path to the root would become a cycle.
 */
function shortIds(random: Random): () => string {
  let id = random.below(2 ** 32);
  return () => {
    // Odd, so that it cycles through all numbers before repeating one.
    id = (id + 0x9e3779b1) % 2 ** 32;
    return id.toString(16).padStart(8, '0');
  };
}
