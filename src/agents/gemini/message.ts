import type { Segment } from '#core/conversation/message.ts';
import type { SessionEvent } from '#core/event.ts';
import { usageEvents } from '../toolbox/answerEnding.ts';
import { answerEntry, answerEvents, textIn, userEvents } from '../toolbox/blockEvents.ts';
import type { Block } from '../toolbox/blocks.ts';
import { startEvent, unknownEntry } from '../toolbox/entryEvents.ts';
import { Fields } from '../toolbox/fields.ts';
import { isJsonObject, type JsonObject } from '../toolbox/jsonObject.ts';
import type { LineProblems } from '../toolbox/lineProblems.ts';
import { contentOf, responsesIn } from './content.ts';
import { messageShape, thoughtShape, tokensShape } from './schema.ts';
import { callOf, isShell, outcomeEvents, responseEvents } from './toolCall.ts';

type MessageFields = Fields<typeof messageShape>;

export function messageEvents(
  message: JsonObject,
  problems: LineProblems,
): readonly SessionEvent[] {
  const fields = new Fields(message, messageShape, 'message', problems);
  const events = shownAndTold(message, fields, problems);
  return fields.get('$isGone') === true ? events.flatMap(withoutTelling) : events;
}

/** The summary that a compaction leaves for the model, which the model may have written after notes. */
export function summaryIn(message: JsonObject, problems: LineProblems): string | undefined {
  const text = message.type === 'user' ? textIn(contentOf(message.content, problems)) : '';
  return /^\s*<(?:scratchpad|state_snapshot)>/.test(text) && text.includes('<state_snapshot>')
    ? text
    : undefined;
}

function shownAndTold(
  message: JsonObject,
  fields: MessageFields,
  problems: LineProblems,
): readonly SessionEvent[] {
  const type = fields.text('type');
  const text = () => textIn(contentOf(fields.raw('content'), problems));
  switch (type) {
    case 'user':
      return userMessageEvents(message, fields, problems);
    case 'gemini':
      return answerMessageEvents(fields, problems);
    case 'info':
    case 'warning':
      return [{ kind: 'notice', text: text() }];
    case 'error':
      return [{ kind: 'error', message: text() }];
    default:
      return [unknownEntry(type, message)];
  }
}

/** What each conversation is opened with; before there was a tag, only saved chats hold it. */
const contextStart =
  /^(?:<session_context>|This is the Gemini CLI\. We are setting up the context)/;
const contextFolder =
  /(?:Workspace Directories:\*\*|working in the following directories:)\n\s*- (.+)|working in the directory: (.+)/;

function userMessageEvents(
  message: JsonObject,
  fields: MessageFields,
  problems: LineProblems,
): readonly SessionEvent[] {
  const content = fields.raw('content');
  const answers = responsesIn(content, problems).flatMap((response) =>
    responseEvents(response, [{ type: 'text', text: response.text }]),
  );
  const blocks = contentOf(content, problems);
  const text = textIn(blocks).trim();
  if (blocks.length === 0 || text.startsWith('<hook_context>')) {
    return answers;
  }
  if (contextStart.test(text)) {
    const [, first, only] = contextFolder.exec(text) ?? [];
    const cwd = first ?? only;
    return [...answers, { ...startEvent(undefined, cwd, undefined), mayRepeat: true }];
  }
  const summary = summaryIn(message, problems);
  const segments = segmentsOf(blocks);
  if (summary !== undefined) {
    return [
      ...answers,
      { kind: 'compactionSummary', summary },
      { kind: 'modelMessage', entry: { role: 'user', segments } },
    ];
  }
  const display = fields.raw('displayContent');
  const shown = display === undefined ? blocks : contentOf(display, problems);
  // Gemini CLI takes what begins like this for its own commands and leaves it out on resuming.
  const told = /^[/?]/.test(text) ? [] : segments;
  return [
    ...answers,
    ...userEvents(shown).map((event) =>
      event.kind === 'userMessage' ? { ...event, segments: told } : event,
    ),
  ];
}

function answerMessageEvents(
  fields: MessageFields,
  problems: LineProblems,
): readonly SessionEvent[] {
  const toolCalls = (fields.get('toolCalls', 'lost') ?? []).filter(isJsonObject);
  const thoughts = thoughtsOf(fields, problems);
  const content = contentOf(fields.raw('content'), problems).filter(
    ({ type }) => type !== 'thinking' || thoughts.length === 0,
  );
  const called = new Set(content.map((block) => (block.type === 'call' ? block.callId : '')));
  const calls = toolCalls
    .map((toolCall) => callOf(toolCall, problems))
    .filter(({ callId }) => callId === '' || !called.has(callId));
  const blocks = [...thoughts, ...content, ...calls];
  const entry = answerEntry(blocks);
  return [
    ...answerEvents(blocks, isShell),
    ...(entry === undefined ? [] : [{ kind: 'modelMessage' as const, entry }]),
    ...toolCalls.flatMap((toolCall) => outcomeEvents(toolCall, problems)),
    ...tokenEvents(fields, problems),
  ];
}

function thoughtsOf(fields: MessageFields, problems: LineProblems): readonly Block[] {
  return (fields.get('thoughts') ?? []).filter(isJsonObject).map((thought) => {
    const { subject, description } = thoughtTexts(thought, problems);
    const heading = subject === '' ? [] : [`**${subject}**`];
    return { type: 'thinking', text: [...heading, description].join('\n\n') };
  });
}

function thoughtTexts(thought: JsonObject, problems: LineProblems) {
  const fields = new Fields(thought, thoughtShape, 'thoughts', problems);
  return { subject: fields.text('subject'), description: fields.text('description') };
}

/** Of one request; what was read from the cache is counted as input, too, and thoughts apart. */
function tokenEvents(fields: MessageFields, problems: LineProblems): readonly SessionEvent[] {
  const tokens = fields.get('tokens');
  if (tokens === undefined) {
    return [];
  }
  const counts = new Fields(tokens, tokensShape, 'tokens', problems);
  const cacheRead = counts.get('cached') ?? 0;
  return usageEvents({
    input: Math.max(0, (counts.get('input') ?? 0) - cacheRead) + (counts.get('tool') ?? 0),
    output: (counts.get('output') ?? 0) + (counts.get('thoughts') ?? 0),
    cacheRead,
    cacheWrite: 0,
    cost: 0,
  }).map((event) => (event.kind === 'usage' ? { ...event, id: fields.text('id') } : event));
}

function segmentsOf(blocks: readonly Block[]): readonly Segment[] {
  return answerEntry(blocks)?.segments ?? [];
}

/** The model gets nothing of a message that Gemini CLI took out of its history. */
function withoutTelling(event: SessionEvent): readonly SessionEvent[] {
  return event.kind === 'modelMessage'
    ? []
    : [event.kind === 'userMessage' ? { ...event, segments: [] } : event];
}
