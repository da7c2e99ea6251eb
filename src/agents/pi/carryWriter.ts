import type { ImageData } from '#core/events/message.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type {
  CarriedSession,
  CarryPlace,
  CarryPlan,
  CarryWriter,
} from '../contract/carryWriter.ts';
import { carriedMark, linesOf, risingTimes } from '../toolbox/carried.ts';
import { configFiles, projectFolderOf, roots } from './places.ts';

/** Makes a session, which `pi --session` takes by its path. */
export const piCarryWriter: CarryWriter = { program: 'pi', plan };

/**
 * pi converts answers of any other model for the one that it asks, and takes it that nothing is left to convert of
 * its own. So these are of a model that there is not.
 */
const nobody = { api: 'session-browser', provider: 'session-browser', model: 'session-browser' };
const noTokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function plan(session: CarriedSession, place: CarryPlace): CarryPlan | undefined {
  const { now, cwd, title, origin, messages, tokens } = session;
  const configs = configFiles(place.env).flatMap((path) => {
    const text = place.text(path);
    return text === undefined ? [] : [[path, text] as const];
  });
  const all = roots({ ...place.env, configs: new Map(configs) });
  // Where it is told to write, it does not use the folders of projects.
  const root = all.find(({ kind }) => kind === 'flat') ?? all[0];
  if (root === undefined) {
    return undefined;
  }
  const id = place.newId();
  const lines = messagesOf(messages);
  const lastAnswer = lines.findLastIndex(({ role }) => role === 'assistant');
  const next = risingTimes(now, lines.length + 1);
  const start = new Date(next()).toISOString();
  const records: JsonObject[] = [
    {
      ...{ type: 'session', version: 3, id, timestamp: start, cwd },
      ...carriedMark(origin, lines.length + 2),
    },
  ];
  let parentId: string | null = null;
  const push = (type: string, rest: JsonObject, time: string) => {
    const entryId: string = records.length.toString(16).padStart(8, '0');
    records.push({ type, id: entryId, parentId, timestamp: time, ...rest });
    parentId = entryId;
  };
  push('session_info', { name: title }, start);
  for (const [at, line] of lines.entries()) {
    const timestamp = next();
    const total = at === lastAnswer ? tokens : 0;
    const usage = {
      ...noTokens,
      input: total,
      totalTokens: total,
      cost: { ...noTokens, total: 0 },
    };
    const answer = line.role === 'assistant' ? { ...nobody, usage } : {};
    const message = { ...line, ...answer, timestamp };
    push('message', { message }, new Date(timestamp).toISOString());
  }
  const name = `${start.replaceAll(/[:.]/g, '-')}_${id}.jsonl`;
  const names = root.kind === 'flat' ? [name] : [projectFolderOf(cwd), name];
  return { kind: 'files', id, root: root.path, files: [{ names, text: linesOf(records) }] };
}

/** Answers, what was said, and results, each of which is a message. */
function messagesOf(messages: CarriedSession['messages']): readonly JsonObject[] {
  const tools = new Map<string, string>();
  const lines: JsonObject[] = [];
  for (const { role, parts } of messages) {
    const content: JsonObject[] = [];
    for (const part of parts) {
      switch (part.type) {
        case 'text':
          content.push(textBlock(part.text));
          break;
        case 'image':
          content.push(imageBlock(part));
          break;
        case 'toolCall': {
          const { callId: id, name, input } = part;
          tools.set(id, name);
          content.push({ type: 'toolCall', id, name, arguments: input });
          break;
        }
        case 'toolResult': {
          const { callId: toolCallId, text, images = [], isError } = part;
          const result = [...(text === '' ? [] : [textBlock(text)]), ...images.map(imageBlock)];
          const toolName = tools.get(toolCallId) ?? '';
          lines.push({ role: 'toolResult', toolCallId, toolName, content: result, isError });
        }
      }
    }
    const isCalling = parts.some(({ type }) => type === 'toolCall');
    const stopReason = isCalling ? 'toolUse' : 'stop';
    if (content.length > 0) {
      lines.push({ role, content, ...(role === 'assistant' ? { stopReason } : {}) });
    }
  }
  return lines;
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

function imageBlock({ mimeType, data }: ImageData): JsonObject {
  return { type: 'image', data, mimeType };
}
