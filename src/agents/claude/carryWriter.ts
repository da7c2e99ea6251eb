import type { MessagePart } from '#core/events/message.ts';
import type { JsonObject } from '#core/jsonObject.ts';
import type {
  CarriedSession,
  CarryPlace,
  CarryPlan,
  CarryWriter,
} from '../contract/carryWriter.ts';
import { carriedMark, linesOf, resultContent, risingTimes } from '../toolbox/carried.ts';
import { projectFolderOf, roots } from './places.ts';

/** What is written, as this version does. */
const version = '2.1.330';

/** Makes a transcript; `claude --resume` takes it from any folder. */
export const claudeCarryWriter: CarryWriter = { program: 'claude', hidesCalls: true, plan };

function plan(session: CarriedSession, { env, newId }: CarryPlace): CarryPlan | undefined {
  const [root] = roots(env);
  if (root === undefined) {
    return undefined;
  }
  const { cwd, title, now, origin, messages } = session;
  const sessionId = newId();
  const time = risingTimes(now, messages.length);
  let parentUuid: string | null = null;
  const records: JsonObject[] = [{ type: 'custom-title', customTitle: title, sessionId }];
  for (const [index, { role, parts }] of messages.entries()) {
    const uuid = newId();
    const content = parts.map(blockOf);
    records.push({
      parentUuid,
      isSidechain: false,
      type: role,
      message:
        role === 'user'
          ? { role, content }
          : {
              id: `msg_${newId().replaceAll('-', '')}`,
              type: 'message',
              role,
              content,
              stop_reason: parts.some(({ type }) => type === 'toolCall') ? 'tool_use' : 'end_turn',
              stop_sequence: null,
            },
      uuid,
      timestamp: new Date(time()).toISOString(),
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId,
      version,
      ...(index === 0 ? carriedMark(origin, messages.length + 1) : {}),
    });
    parentUuid = uuid;
  }
  const names = [projectFolderOf(cwd), `${sessionId}.jsonl`];
  return {
    kind: 'files',
    id: sessionId,
    root: root.path,
    files: [{ names, text: linesOf(records) }],
  };
}

function blockOf(part: MessagePart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return imageBlock(part);
    case 'toolCall':
      return { type: 'tool_use', id: part.callId, name: part.name, input: part.input };
    case 'toolResult':
      return {
        type: 'tool_result',
        tool_use_id: part.callId,
        content: resultContent(part, (text): JsonObject => ({ type: 'text', text }), imageBlock),
        ...(part.isError ? { is_error: true } : {}),
      };
  }
}

function imageBlock({ mimeType, data }: { readonly mimeType: string; readonly data: string }) {
  return { type: 'image', source: { type: 'base64', media_type: mimeType, data } };
}
