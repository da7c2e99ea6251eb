import type { Random } from '../random.ts';
import type { LogPlan } from './logPlan.ts';
import type { Texts } from './texts.ts';

// Logs of agents that write a line for each message. They differ in little but how they spell names.

const start = Date.UTC(2026, 6, 20, 9, 15, 4);

/**
 * Characters of a context before it is compacted: pi leaves 16,384 of the window's 200,000 tokens free
 * (0.87.1), at four characters per token. No model would ever have answered in a longer one.
 */
const fullContext = 4 * (200_000 - 16_384);

interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: object;
}

type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly thinking: string; readonly text: string; call?: Call }
  | { readonly role: 'result'; readonly call: Call; readonly text: string };

/** A line of pi's. */
interface Entry {
  readonly type: 'message' | 'compaction';
  readonly id: string;
  readonly parentId: string | null;
  /** Epoch ms, written in another form by each agent. */
  readonly time: number;
  readonly message?: { readonly role: string };
}

/** A log of pi: a tree with occasional abandoned branches. */
export function* piLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  const { id, cwd } = plan;
  yield JSON.stringify({ type: 'session', version: 3, id, timestamp: iso(start), cwd });
  for (const { time, ...entry } of entries(random, texts, plan, shortIds(random), 0.02)) {
    yield JSON.stringify({ ...entry, timestamp: iso(time) });
  }
}

/** A log of fen, whose writer escapes every slash. */
export function* fenLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  const line = (value: object) =>
    spelled(value, '-').replaceAll('"is-error"', '"is-error?"').replaceAll('/', '\\/');
  const dashed = (time: number) => iso(time).slice(0, 19).replaceAll(':', '-');
  const { id, cwd } = plan;
  yield line({ type: 'session', version: 2, id, timestamp: dashed(start), cwd });
  const all = entries(random, texts, plan, () => random.uuid());
  for (const { time, parentId, ...entry } of all) {
    const parent = parentId === null ? {} : { parentId };
    yield line({ ...entry, ...parent, timestamp: dashed(time) });
  }
}

/** A log of agent. */
export function* agentLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  const seconds = (time: number) => iso(time).replace(/\.\d+Z$/, 'Z');
  const { id, cwd } = plan;
  yield JSON.stringify({ type: 'session', id, version: 1, timestamp: seconds(start), cwd });
  for (const { time, parentId, ...entry } of entries(random, texts, plan, shortIds(random))) {
    const { role } = entry.message ?? {};
    yield spelled({ ...entry, parentId: parentId ?? '', role, timestamp: seconds(time) }, '_');
  }
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

const names =
  /"(parentId|firstKeptEntryId|tokensBefore|cacheRead|cacheWrite|stopReason|tool(?:Call|Use|Result|CallId|Name)|isError)"/g;

/** pi's names in another agent's spelling. Within texts, a quote follows a backslash. */
function spelled(value: object, separator: '-' | '_'): string {
  return JSON.stringify(value).replace(names, (name) =>
    name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase()),
  );
}

/** Endless; the context is compacted before it is full. @param branches share of prompts. */
function* entries(
  random: Random,
  texts: Texts,
  plan: LogPlan,
  nextId: () => string,
  branches = 0,
): Generator<Entry> {
  let time = start;
  let context = 0;
  let parentId: string | null = null;
  /** The entry that the last prompt followed. */
  let before: string | null = null;
  let keptId = '';
  for (const message of messages(random, texts, plan)) {
    if (message.role !== 'result' && context > fullContext) {
      const entry: Entry = { type: 'compaction', id: nextId(), parentId, time: (time += 1_000) };
      const summary = texts.prose(6_000);
      yield { ...entry, ...{ summary, firstKeptEntryId: keptId, tokensBefore: 184_000 } };
      // No branch starts before it: that would restore the whole context.
      before = parentId = entry.id;
      context = 0;
    }
    if (message.role === 'user') {
      if (branches > 0 && random.chance(branches)) {
        parentId = before;
      }
      before = parentId;
    }
    const id = nextId();
    yield { type: 'message', id, parentId, time: (time += 1_000), message: said(message, time) };
    parentId = id;
    // A context does not start with a result, whose call would be gone.
    keptId = message.role === 'result' ? keptId : id;
    context += message.text.length + (message.role === 'assistant' ? message.thinking.length : 0);
  }
}

function said(message: Message, timestamp: number): { readonly role: string } {
  const text = message.text === '' ? [] : [{ type: 'text', text: message.text }];
  switch (message.role) {
    case 'user':
      return { role: 'user', ...{ content: text, timestamp } };
    case 'assistant': {
      const { thinking, call } = message;
      const before = thinking === '' ? [] : [{ type: 'thinking', thinking }];
      const calls = call === undefined ? [] : [{ type: 'toolCall', ...call }];
      const model = {
        api: 'anthropic-messages',
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
      };
      const usage = { input: 1, output: 5, cacheRead: 9, cacheWrite: 4 };
      const content = [...before, ...text, ...calls];
      const stopReason = call === undefined ? 'stop' : 'toolUse';
      return { role: 'assistant', ...{ content, ...model, usage, stopReason, timestamp } };
    }
    case 'result': {
      const { id: toolCallId, name: toolName } = message.call;
      const result = { toolCallId, toolName, content: text, isError: false, timestamp };
      return { role: 'toolResult', ...result };
    }
  }
}

function* messages(random: Random, texts: Texts, plan: LogPlan): Generator<Message> {
  for (let word = plan.word ?? ''; ; word = '') {
    yield { role: 'user', text: `${texts.prose(random.size(220, 1, 20_000))} ${word}` };
    const wanted = random.size(plan.turnLength, 1.4, plan.longestTurn);
    for (let length = 0; length < wanted;) {
      const call = callOf(random, texts);
      const thinking = random.chance(0.4) ? texts.prose(random.size(300, 0.8, 8_000)) : '';
      const text = random.chance(0.4) ? texts.prose(random.size(200, 0.8, 3_000)) : '';
      yield { role: 'assistant', thinking, text, call };
      const size = Math.min(Math.max(200, wanted - length), random.size(1_500, 1.6, 2_000_000));
      const output = call.name === 'bash' ? texts.terminal(size) : texts.code(size);
      yield { role: 'result', call, text: output };
      length += size + text.length + thinking.length;
    }
    const text = `${texts.prose(random.size(500, 0.8, 6_000))}\nSee ${texts.rareName()}.`;
    yield { role: 'assistant', thinking: '', text };
  }
}

function callOf(random: Random, texts: Texts): Call {
  const id = `call_${random.hex(16)}`;
  switch (random.below(3)) {
    case 0:
      return { id, name: 'bash', arguments: { command: texts.command() } };
    case 1:
      return { id, name: 'read', arguments: { path: texts.path(), limit: random.below(2_000) } };
    default: {
      const edit = { path: texts.path(), oldText: texts.code(300), newText: texts.code(400) };
      return { id, name: 'edit', arguments: edit };
    }
  }
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
