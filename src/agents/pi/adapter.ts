import type { AgentAdapter, TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/sessionIds.ts';
import { decodeRecord } from './decode.ts';
import { previewAfter } from '../toolbox/tornString.ts';
import { piCarryWriter } from './carryWriter.ts';
import { configFiles, projectFolderOf, roots } from './places.ts';
import { turnOfMessage } from '../toolbox/answerEnding.ts';

/** An answer ends the turn by its stop reason, unless that is to use tools. */
function turnIn({ type, message }: JsonObject): TurnOfRecord {
  return type === 'message' && isJsonObject(message)
    ? turnOfMessage(message.role, message.stopReason, turnWords)
    : undefined;
}

const turnWords = { results: ['toolResult'], toolUse: 'toolUse', ends: ['stop', 'aborted'] };

const messageStart =
  /^\{"type":"message",(?:"id":"[^"\\]*","parentId":(?:null|"[^"\\]*"),)?"timestamp":"[^"\\]*","message":\{"role":"(user|assistant)","content":\[/;
/** The message's own date comes last. */
const messageEnds = {
  user: /\],"timestamp":(\d{1,15})\}\}$/,
  assistant: /,"stopReason":"[^"\\]*","timestamp":(\d{1,15})\}\}$/,
} as const;

/** The date of a line with a message, as pi writes it in all versions; see `LogHints`. */
function changeIn(line: string): number | undefined {
  const role = messageStart.exec(line)?.[1];
  const end = role === 'user' || role === 'assistant' ? messageEnds[role] : undefined;
  const date = end?.exec(line.slice(-200))?.[1];
  return date === undefined || line.includes('{"type":"message",', 1) ? undefined : Number(date);
}

/** A line with a user's message starts like this in all versions of pi. */
const previewOfTornLine = previewAfter(
  /^\uFEFF?\s*\{\s*"type"\s*:\s*"message"\s*,(?:\s*"(?:id|parentId|timestamp)"\s*:\s*(?:"[^"\\]*"|null)\s*,){0,3}\s*"message"\s*:\s*\{\s*"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*(?:\[\s*\{\s*"type"\s*:\s*"text"\s*,\s*"text"\s*:\s*)?"/,
);

/** pi. The format is in the README. */
export const piAdapter: AgentAdapter = {
  id: 'pi',
  label: 'pi',
  icon: 'git-merge',

  sources: [
    {
      kind: 'log',
      configFiles,
      roots,
      folderFor: projectFolderOf,
      path: ['*.jsonl'],
      hints: { nameMark: '"session_info"', changeIn, previewOfTornLine },
      fallbackId: idInName(/\.jsonl$/, /^[^_]*_(.+)$/),
    },
  ],

  recognizes: (firstRecord) =>
    isJsonObject(firstRecord) &&
    (firstRecord.type === 'session' ? isHeader(firstRecord) : isEntry(firstRecord)),

  decode: decodeRecord,

  modelIn: ({ message }) =>
    isJsonObject(message) && message.role === 'assistant' ? message.model : undefined,

  turnIn,

  isDatedByStart: true,

  terminalPlan: ({ cwd, path }) =>
    cwd === undefined || !isSafePath(path)
      ? undefined
      : { executable: 'pi', args: ['--session', path], cwd },

  carryWriter: piCarryWriter,
};

/** Others start alike: agent has version 1, which pi never wrote, and fen dates without colons. */
function isHeader({ version, id, timestamp }: Readonly<Record<string, unknown>>): boolean {
  return (
    (version === undefined || (typeof version === 'number' && version >= 2)) &&
    typeof id === 'string' &&
    typeof timestamp === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:/.test(timestamp)
  );
}

/** What may come first if the header cannot be read. */
const entryTypes: ReadonlySet<unknown> = new Set([
  'message',
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'custom',
  'custom_message',
  'label',
  'session_info',
  'usage',
  'context_edit',
]);

/**
 * fen and agent spell the parent's key differently; version 1 is not recognizable without its
 * header.
 */
function isEntry({ type, id, parentId }: Readonly<Record<string, unknown>>): boolean {
  return (
    entryTypes.has(type) &&
    typeof id === 'string' &&
    (parentId === null || typeof parentId === 'string')
  );
}

/** pi treats any text with a separator as a path. An absolute one cannot pass for an option. */
function isSafePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)[^\p{Cc}]*$/u.test(path);
}
