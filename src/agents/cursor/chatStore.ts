import { defined } from '#base/defined.ts';
import { parseShallow } from '#core/jsonl/shallowJson.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { isJsonObject, type JsonObject, listIn } from '#core/jsonObject.ts';
import { mostRecords, type DocumentLayout, type DocumentRecord } from '../contract/sources.ts';
import { jsonOr } from '../toolbox/jsonText.ts';
import { bytesIn, fieldsIn, hexOf, textOf } from './protobuf.ts';

const isJson = `substr(CAST(data AS BLOB), 1, 1) = x'7B'`;

/**
 * The CLI's own store: a folder for each chat, with what it is in `meta.json` and its messages in `store.db`, a
 * table of values by their hashes.
 */
export const cursorChats: DocumentLayout = {
  kind: 'document',
  roots: ({ home }) => {
    const base = trimEnd(home, '/\\');
    return base === '' ? [] : [{ path: `${base}/.cursor/chats`, kind: 'flat' }];
  },
  path: ['*', '*', 'meta.json'],
  hasOwnFolder: true,
  fallbackId: (names) => names.at(-2) ?? '',
  database: {
    file: 'store.db',
    tables: { meta: ['key', 'value'], blobs: ['id', 'data'] },
    indexed: {},
    sql: {
      meta: 'SELECT key, CAST(value AS TEXT) AS value FROM meta',
      // A message alone is JSON.
      blobs: `SELECT id, iif(${isJson}, CAST(data AS TEXT), NULL) AS text,
        iif(${isJson}, NULL, hex(data)) AS data FROM blobs`,
    },
  },
  documentIn: (text) => ({ meta: parseShallow(text) }),
  recordsOf,
};

/** A value: a text that is JSON, or bytes as hexadecimal digits. */
interface Blob {
  readonly text?: unknown;
  readonly data?: unknown;
}

/** Added to the chat’s own description: what of its messages cannot be read. */
interface Loss {
  readonly lost?: number;
  readonly failure?: unknown;
}

function* recordsOf(document: unknown): Generator<DocumentRecord> {
  const { meta, rows, failure } = isJsonObject(document) ? document : {};
  if (!isJsonObject(meta) || typeof meta.schemaVersion !== 'number') {
    return;
  }
  const tables = isJsonObject(rows) ? rows : {};
  const blobs = new Map<string, Blob>();
  for (const row of listIn(tables.blobs).filter(isJsonObject)) {
    if (typeof row.id === 'string') {
      blobs.set(row.id.toLowerCase(), row);
    }
  }
  const about = aboutIn(listIn(tables.meta));
  const messages = meta.hasConversation === false ? [] : messagesIn(about, blobs);
  const read = messages.filter((message) => message !== undefined);
  const lost = messages.length - read.length;
  // What the CLI itself tells the model.
  const said = read.filter(({ role }) => role !== 'system');
  // Not a word of the key with which Cursor encrypts what it keeps elsewhere.
  const { cwd, title, createdAtMs, updatedAtMs, schemaVersion, hasConversation } = meta;
  const { name, mode, lastUsedModel } = about;
  const loss: Loss = defined({ lost: lost === 0 ? undefined : lost, failure });
  const chat = { schemaVersion, cwd, createdAtMs, updatedAtMs, title, name, mode, lastUsedModel };
  yield { pointer: '', value: { chat: { ...chat, hasConversation, ...loss } } };
  for (const [place, message] of said.entries()) {
    yield { pointer: `/${place}`, value: message };
  }
}

/** What the store says about itself: JSON, in hexadecimal digits. */
function aboutIn(rows: readonly unknown[]): JsonObject {
  const row = rows.filter(isJsonObject).find(({ key }) => key === '0');
  const value = typeof row?.value === 'string' ? row.value : '';
  const text = /^(?:[0-9a-f]{2})+$/i.test(value) ? textOf(bytesIn(value)) : value;
  const about = jsonOr(text, undefined);
  return isJsonObject(about) ? about : {};
}

/** The messages from the newest root, in order; undefined in place of one that cannot be read. */
function messagesIn(
  { latestRootBlobId: root }: JsonObject,
  blobs: ReadonlyMap<string, Blob>,
): readonly (JsonObject | undefined)[] {
  const messages: (JsonObject | undefined)[] = [];
  const found = typeof root === 'string' ? blobs.get(root.toLowerCase()) : undefined;
  if (found === undefined) {
    // Without their order, there is that of the table.
    return [...blobs.values()].map(messageIn).filter((message) => message !== undefined);
  }
  const waiting: { readonly blob: Blob; readonly depth: number }[] = [{ blob: found, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { blob, depth } = next;
    const message = depth > 0 ? messageIn(blob) : undefined;
    if (messages.length > mostRecords) {
      return messages;
    }
    if (message !== undefined) {
      messages.push(message);
      continue;
    }
    const parts = fieldsIn(bytesOf(blob)).filter(
      ({ number, bytes }) => (number === 1 || number === 2) && bytes.length === 32,
    );
    if (parts.length === 0 && depth > 0) {
      messages.push(undefined);
    }
    for (const { bytes } of parts.reverse()) {
      const inner = depth < deepest ? blobs.get(hexOf(bytes)) : undefined;
      waiting.push({ blob: inner ?? {}, depth: depth + 1 });
      if (waiting.length > mostRecords) {
        return messages;
      }
    }
  }
  return messages;
}

/** A tree of messages is a few levels deep; whatever a file says, it ends. */
const deepest = 8;

const messageField = 4;

function bytesOf({ data }: Blob): Uint8Array {
  return bytesIn(typeof data === 'string' ? data : '');
}

/** A message is JSON, alone or in a field; undefined if it is none. */
function messageIn(blob: Blob): JsonObject | undefined {
  const inner =
    typeof blob.text === 'string'
      ? undefined
      : fieldsIn(bytesOf(blob)).find(({ number }) => number === messageField)?.bytes;
  const text = inner === undefined ? blob.text : textOf(inner);
  const message = typeof text === 'string' ? jsonOr(text, undefined) : undefined;
  if (!isJsonObject(message) || typeof message.role !== 'string') {
    return undefined;
  }
  const { role, content } = message;
  return { role, message: { content: Array.isArray(content) ? content.map(blockOf) : content } };
}

/** A part of a message in the form that transcripts have. */
function blockOf(part: unknown): unknown {
  if (!isJsonObject(part)) {
    return part;
  }
  switch (part.type) {
    case 'reasoning':
      return { type: 'thinking', thinking: part.text };
    case 'redacted-reasoning':
      return { type: 'redacted_thinking' };
    case 'tool-call':
      return { type: 'tool_use', id: part.toolCallId, name: part.toolName, input: part.args };
    case 'tool-result':
      return {
        type: 'tool_result',
        tool_use_id: part.toolCallId,
        name: part.toolName,
        content: part.result ?? part.content,
        ...(part.isError === true ? { is_error: true } : {}),
      };
    default:
      return part;
  }
}
