import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';
import { isText, objectIn } from '../columns.ts';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]));
const utf8 = new TextDecoder('utf-8');

/** The text that base64 stands for; other characters are skipped, as Node.js does. */
export function textOfBase64(data: string): string {
  const bytes = new Uint8Array(Math.ceil((data.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < data.length; at += 1) {
    const value = valueOf.get(data.charCodeAt(at));
    if (value !== undefined) {
      held = ((held << 6) | value) & 0xffff;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        bytes[length] = held >> bits;
        length += 1;
      }
    }
  }
  return utf8.decode(bytes.subarray(0, length));
}

/**
 * A row of `session_message` as a record in the form of opencode 1’s messages: prompts and answers with parts,
 * and other kinds under their own name in place of a role.
 *
 * @param session its row.
 */
export function messageRecord(row: JsonObject, session: JsonObject): JsonObject {
  const { id, session_id: sessionID, type, seq, data } = row;
  const { revert_seq: first, revert_message: undone, fork_session_id: fork } = session;
  const message = objectIn(data, { id, sessionID, role: type });
  const time = message.time ?? { created: row.time_created };
  // What a fork copied was paid in its parent.
  const isCopied = isText(fork) && isText(id) && id.endsWith(`_${String(seq)}`);
  const paid = isCopied ? { cost: undefined, tokens: undefined } : {};
  const info = { ...message, ...paid, time };
  const isUndone = typeof first === 'number' && typeof seq === 'number' && seq >= first;
  const revert = isUndone ? { revert: { messageID: undone } } : {};
  switch (type) {
    case 'user':
      return { ...promptRecord(info, isText(session.parent_id)), ...revert };
    case 'assistant':
      return { ...answerRecord(info), ...revert };
    default:
      return { info, parts: [], ...revert };
  }
}

/** What opencode puts before the task of a sub-agent. */
const frame = /^You are a (?:subagent spawned by another session|forked subagent)\.[^\n]*\n*/;

function promptRecord(message: JsonObject, isSubAgent: boolean): JsonObject {
  const { text, files, skills, ...info } = message;
  const words = isSubAgent && isText(text) ? text.replace(frame, '') : text;
  return {
    info,
    parts: [
      ...((words ?? '') === '' ? [] : [{ type: 'text', text: words }]),
      ...listIn(files).map((file) => (isJsonObject(file) ? filePart(file) : file)),
      ...listIn(skills).map((skill) => (isJsonObject(skill) ? { ...skill, type: 'skill' } : skill)),
    ],
  };
}

/** What opencode writes before the text of a file, or the names in a folder (`to-llm-message.ts`). */
const attached: Readonly<Record<string, string>> = {
  'text/plain': 'Attached file',
  'application/x-directory': 'Attached directory',
};

function filePart({ data, uri, mime, name, source, description }: JsonObject): JsonObject {
  const place = isJsonObject(source) ? source.uri : undefined;
  const words = isText(mime) ? attached[mime] : undefined;
  if (words !== undefined && isText(data)) {
    const filename = [name, place].filter(isText).find(Boolean) ?? 'inline attachment';
    const about = isText(description) ? [`Description: ${description}`] : [];
    const lines = [`${words}: ${filename}`, ...about, '', textOfBase64(data)];
    return { type: 'attachment', filename, text: `\n\n${lines.join('\n')}` };
  }
  const inline = isText(data) && isText(mime) ? `data:${mime};base64,${data}` : undefined;
  return { type: 'file', mime, filename: name ?? uri ?? place, url: inline ?? uri ?? place };
}

function answerRecord(message: JsonObject): JsonObject {
  const { content, model, error, retry, ...info } = message;
  const { id: modelID, providerID } = isJsonObject(model) ? model : {};
  const again = isJsonObject(retry) ? (isJsonObject(retry.error) ? retry.error : retry) : undefined;
  return {
    info: {
      ...info,
      ...(modelID === undefined ? {} : { modelID, providerID }),
      ...(error === undefined ? {} : { error: olderError(error) }),
    },
    parts: [
      ...listIn(content).map((part) =>
        isJsonObject(part) && part.type === 'tool' ? toolPart(part) : part,
      ),
      ...(isText(again?.message) ? [{ type: 'retry', error: olderError(again) }] : []),
    ],
  };
}

function olderError(error: unknown): unknown {
  if (!isJsonObject(error)) {
    return error;
  }
  const isAbort = isText(error.type) && /abort|interrupt|cancel/i.test(error.type);
  const name = isAbort ? 'MessageAbortedError' : error.type;
  return { name, data: { message: error.message } };
}

/** A call as a part of opencode 1’s. */
function toolPart({ id, name, state: given, time }: JsonObject): JsonObject {
  const state = isJsonObject(given) ? given : {};
  const content = listIn(state.content).filter(isJsonObject);
  const texts = content.flatMap(({ type, text }) =>
    type === 'text' && isText(text) ? [text] : [],
  );
  const { error } = state;
  const metadata = state.metadata ?? state.structured;
  const known = isJsonObject(metadata) ? metadata : {};
  const { created, ran, completed } = isJsonObject(time) ? time : {};
  return {
    ...{ type: 'tool', id, callID: id, tool: name },
    state: {
      status: state.status,
      input: state.input,
      // What follows the output is a remark for the model.
      metadata: { output: texts[0], ...known, truncated: false },
      output: texts.join('\n'),
      error: isJsonObject(error) ? error.message : error,
      time: { start: ran ?? created, end: completed },
      attachments: content.filter(({ type }) => type === 'file').map(({ uri }) => ({ url: uri })),
    },
  };
}
