import type { ConversationMessage, MessagePart } from '#core/events/message.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type {
  CarriedSession,
  CarryPlace,
  CarryPlan,
  CarryWriter,
} from '../contract/carryWriter.ts';
import { carriedMark, linesOf, risingTimes } from '../toolbox/carried.ts';
import { roots } from './places.ts';

/** What is written, as this version does. */
const version = '1.0.102';

/** Makes a session's folder as `copilot sessions import` does, which takes no images in results. */
export const copilotCarryWriter: CarryWriter = { program: 'copilot', plan };

function plan(session: CarriedSession, { env, newId }: CarryPlace): CarryPlan | undefined {
  const [root] = roots(env);
  if (root === undefined) {
    return undefined;
  }
  const { cwd, title, now, origin, messages } = session;
  const sessionId = newId();
  const events = eventsOf(messages, newId);
  const time = risingTimes(now, events.length + 1);
  const startTime = new Date(time()).toISOString();
  let parentId: string | null = null;
  const lineOf = (type: string, data: JsonObject, timestamp: string): JsonObject => {
    const line = { type, data, id: newId(), timestamp, parentId };
    parentId = line.id;
    return line;
  };
  const start = {
    ...{ sessionId, version: 1, producer: 'copilot-agent', copilotVersion: version },
    ...{ startTime, context: { cwd }, ...carriedMark(origin, events.length + 1) },
  };
  const lines = [
    lineOf('session.start', start, startTime),
    ...events.map(([type, data]) => lineOf(type, data, new Date(time()).toISOString())),
  ];
  const workspace = Object.entries({
    id: sessionId,
    cwd: JSON.stringify(cwd),
    name: JSON.stringify(title),
    user_named: true,
    summary_count: 0,
    created_at: startTime,
    updated_at: new Date(now).toISOString(),
  });
  return {
    kind: 'files',
    id: sessionId,
    root: root.path,
    files: [
      {
        names: [sessionId, 'workspace.yaml'],
        text: workspace.map((each) => `${each.join(': ')}\n`).join(''),
      },
      { names: [sessionId, 'events.jsonl'], text: linesOf(lines) },
    ],
  };
}

type Event = readonly [type: string, data: JsonObject];
type Part<Type extends MessagePart['type']> = Extract<MessagePart, { type: Type }>;

function eventsOf(
  messages: readonly ConversationMessage[],
  newId: CarryPlace['newId'],
): readonly Event[] {
  const events: Event[] = [];
  let interactionId = newId();
  let turn = -1;
  const endTurn = () => {
    events.push(['assistant.turn_end', { turnId: `${turn}` }]);
  };
  for (const { role, parts } of messages) {
    const results = parts.filter((part) => part.type === 'toolResult');
    if (role === 'assistant') {
      turn += 1;
      const own = { interactionId, turnId: `${turn}` };
      const calls = parts.filter((part) => part.type === 'toolCall');
      events.push(['assistant.turn_start', own]);
      events.push(['assistant.message', { ...answerOf(parts, calls), messageId: newId(), ...own }]);
      for (const { callId: toolCallId, name: toolName, input } of calls) {
        const start = { toolCallId, toolName, arguments: input, turnId: own.turnId };
        events.push(['tool.execution_start', start]);
      }
      if (calls.length === 0) {
        endTurn();
      }
    } else if (results.length > 0) {
      for (const result of results) {
        const own = { interactionId, turnId: `${turn}` };
        events.push(['tool.execution_complete', { ...completionOf(result), ...own }]);
      }
      endTurn();
    } else {
      turn = -1;
      for (const prompt of promptsOf(parts)) {
        interactionId = newId();
        events.push(['user.message', { ...prompt, interactionId, messageId: newId() }]);
      }
    }
  }
  return events;
}

/** What a prompt of images alone says: providers refuse one without words. */
const imageText = '[Image]';

/** A prompt has one text, and its images after it: those before the first text come with it. */
function promptsOf(parts: readonly MessagePart[]): readonly JsonObject[] {
  const texts = parts.filter((part) => part.type === 'text');
  const prompts = (texts.length === 0 ? [imageText] : texts.map(({ text }) => text)).map(
    (content) => ({
      content,
      attachments: [] as JsonObject[],
    }),
  );
  let at = -1;
  for (const part of parts) {
    if (part.type === 'text') {
      at += 1;
    } else if (part.type === 'image') {
      const { mimeType, data } = part;
      const image = { type: 'blob', data, mimeType, displayName: 'image' };
      prompts[Math.max(0, at)]?.attachments.push(image);
    }
  }
  return prompts;
}

function answerOf(parts: readonly MessagePart[], calls: readonly Part<'toolCall'>[]): JsonObject {
  return {
    content: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n'),
    toolRequests: calls.map(({ callId: toolCallId, name, input }) => ({
      ...{ toolCallId, name, arguments: input, type: 'function' },
    })),
  };
}

function completionOf({ callId, text, isError, images = [] }: Part<'toolResult'>): JsonObject {
  const pictures = images.map(({ mimeType, data }) => ({ type: 'image', mimeType, data }));
  return {
    toolCallId: callId,
    success: !isError,
    ...(isError
      ? { error: { message: text, code: 'failure' } }
      : {
          result: {
            content: text,
            ...(pictures.length > 0 && { binaryResultsForLlm: pictures }),
          },
        }),
  };
}
