import type { Random } from '../../support/random.ts';
import type { LogPlan } from './logPlan.ts';
import { messages, type Message, type Said } from './messages.ts';
import type { Texts } from './texts.ts';

const start = Date.UTC(2026, 6, 20, 9, 15, 4);
const model = 'claude-sonnet-4-5';
/** Of each request. */
const used = { input: 1_200, output: 250, cacheRead: 9_000, cacheWrite: 400 };

/** Messages with a time each; what a short session holds, so without compactions. */
function* said(random: Random, texts: Texts, plan: LogPlan): Generator<[Said, number]> {
  // Counters of tokens take what is alike in two sessions, to the second, for a copy.
  let time = start + random.below(3e9);
  for (const message of messages(random, texts, plan)) {
    if (!isCompaction(message)) {
      yield [message, (time += 1_000)];
    }
  }
}

function isCompaction(message: Message): message is Exclude<Message, Said> {
  return message.role === 'compaction';
}

const iso = (time: number) => new Date(time).toISOString();

/** A transcript of Claude Code. */
export function* claudeLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  let parentUuid: string | null = null;
  for (const [message, time] of said(random, texts, plan)) {
    const uuid = random.uuid();
    const { cwd, id: sessionId } = plan;
    const record = { parentUuid, isSidechain: false, cwd, sessionId, version: '2.1.240', uuid };
    yield JSON.stringify({ ...record, timestamp: iso(time), ...claudeMessage(message, random) });
    parentUuid = uuid;
  }
}

function claudeMessage(message: Said, random: Random): object {
  switch (message.role) {
    case 'user':
      return { type: 'user', message: { role: 'user', content: message.text } };
    case 'assistant':
      return {
        type: 'assistant',
        requestId: `req_${random.hex(20)}`,
        message: {
          id: `msg_${random.hex(20)}`,
          role: 'assistant',
          model,
          content: [
            ...(message.thinking === ''
              ? []
              : [{ type: 'thinking', thinking: message.thinking, signature: '' }]),
            ...(message.text === '' ? [] : [{ type: 'text', text: message.text }]),
            ...message.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
          ],
          usage: {
            input_tokens: used.input,
            output_tokens: used.output,
            cache_read_input_tokens: used.cacheRead,
            cache_creation_input_tokens: used.cacheWrite,
          },
        },
      };
    case 'result': {
      const content = [
        { type: 'tool_result', tool_use_id: message.call.id, content: message.text },
      ];
      return { type: 'user', message: { role: 'user', content } };
    }
  }
}

/** A rollout of Codex. */
export function* codexLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  const line = (time: number, type: string, payload: object) =>
    JSON.stringify({ timestamp: iso(time), type, payload });
  const { id, cwd } = plan;
  const meta = {
    id,
    timestamp: iso(start),
    cwd,
    originator: 'codex_cli_rs',
    cli_version: '0.169.0',
  };
  yield line(start, 'session_meta', meta);
  yield line(start, 'turn_context', { cwd, model: 'gpt-5', approval_policy: 'on-request' });
  let requests = 0;
  for (const [message, time] of said(random, texts, plan)) {
    const { role, text } = message;
    switch (role) {
      case 'user':
        yield line(time, 'event_msg', { type: 'user_message', message: text });
        yield line(time, 'response_item', codexMessage(role, 'input_text', text));
        break;
      case 'assistant':
        if (text !== '') {
          yield line(time, 'response_item', codexMessage(role, 'output_text', text));
        }
        for (const call of message.calls) {
          const { name, input } = call;
          const item = { type: 'function_call', name, arguments: JSON.stringify(input) };
          yield line(time, 'response_item', { ...item, call_id: call.id });
        }
        requests += 1;
        yield line(time, 'event_msg', { type: 'token_count', info: codexUsage(requests) });
        break;
      case 'result': {
        const output = { type: 'function_call_output', call_id: message.call.id, output: text };
        yield line(time, 'response_item', output);
        break;
      }
    }
  }
}

function codexMessage(role: string, type: string, text: string): object {
  return { type: 'message', role, content: [{ type, text }] };
}

function codexUsage(requests: number): object {
  const usage = (times: number) => ({
    input_tokens: (used.input + used.cacheRead) * times,
    cached_input_tokens: used.cacheRead * times,
    output_tokens: used.output * times,
    reasoning_output_tokens: 0,
    total_tokens: (used.input + used.cacheRead + used.output) * times,
  });
  return { total_token_usage: usage(requests), last_token_usage: usage(1) };
}

/** A log of Gemini CLI. */
export function* geminiLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  const header = { sessionId: plan.id, projectHash: 'bench', startTime: iso(start), kind: 'main' };
  yield JSON.stringify(header);
  for (const message of geminiMessages(random, texts, plan)) {
    yield JSON.stringify(message);
  }
}

/** A session of Gemini CLI as one JSON value of about `bytes`. */
export function geminiDocument(random: Random, texts: Texts, plan: LogPlan, bytes: number): string {
  const list: object[] = [];
  let length = 0;
  for (const message of geminiMessages(random, texts, plan)) {
    list.push(message);
    length += JSON.stringify(message).length;
    if (length >= bytes && list.length >= 2) {
      break;
    }
  }
  const header = { sessionId: plan.id, projectHash: 'bench', startTime: iso(start), kind: 'main' };
  return JSON.stringify({ ...header, messages: list }, undefined, 2);
}

function* geminiMessages(random: Random, texts: Texts, plan: LogPlan): Generator<object> {
  for (const [message, time] of said(random, texts, plan)) {
    const entry = { id: random.uuid(), timestamp: iso(time) };
    const { role, text } = message;
    switch (role) {
      case 'user':
        yield { ...entry, type: 'user', content: [{ text }] };
        break;
      case 'assistant': {
        const toolCalls = message.calls.map(({ id, name, input }) => ({ id, name, args: input }));
        yield { ...entry, type: 'gemini', content: text, toolCalls, model: 'gemini-3-pro' };
        break;
      }
      case 'result': {
        const { id, name } = message.call;
        const functionResponse = { id, name, response: { output: text } };
        yield { ...entry, type: 'user', content: [{ functionResponse }] };
        break;
      }
    }
  }
}

/** The events of Copilot CLI. */
export function* copilotLog(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  let parentId: string | null = null;
  const line = (type: string, time: number, data: object) => {
    const event = { type, data, id: random.uuid(), timestamp: iso(time), parentId };
    parentId = event.id;
    return JSON.stringify(event);
  };
  const { id: sessionId, cwd } = plan;
  const context = { cwd };
  yield line('session.start', start, { sessionId, version: 1, startTime: iso(start), context });
  for (const [message, time] of said(random, texts, plan)) {
    const { role, text: content } = message;
    switch (role) {
      case 'user':
        yield line('user.message', time, { content });
        break;
      case 'assistant': {
        const toolRequests = message.calls.map(({ id, name, input }) => ({
          ...{ toolCallId: id, name, arguments: input },
        }));
        yield line('assistant.message', time, { content, toolRequests });
        break;
      }
      case 'result': {
        const toolCallId = message.call.id;
        yield line('tool.execution_complete', time, {
          ...{ toolCallId, success: true, result: { content } },
        });
        break;
      }
    }
  }
}

/** A session of opencode as the fixtures have it: the session, then its messages, a line each. */
export function* opencodeLines(random: Random, texts: Texts, plan: LogPlan): Generator<string> {
  const id = `ses_${plan.id.replaceAll('-', '')}`;
  let count = 0;
  const message = (time: number, info: object, parts: readonly object[]) => {
    count += 1;
    const name = `${plan.id.slice(0, 8)}${String(count).padStart(6, '0')}`;
    return JSON.stringify({
      info: { ...info, id: `msg_${name}`, sessionID: id, time: { created: time } },
      parts: parts.map((part, place) => ({ ...part, id: `prt_${name}${place}` })),
    });
  };
  yield JSON.stringify({
    info: { id, directory: plan.cwd, title: texts.prose(40), time: { created: start } },
  });
  for (const [{ role, text }, time] of said(random, texts, plan)) {
    // A result is in the part of its call; here it is text, as long as it would be there.
    const info = role === 'user' ? { role } : { role: 'assistant', finish: 'stop' };
    yield message(time, info, [{ type: 'text', text }]);
  }
}
