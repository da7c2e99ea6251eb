import type { AgentAdapter } from '../contract/adapter.ts';
import type { SubAgents } from '../contract/subAgents.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/paths.ts';
import { isUuid } from '../toolbox/sessionIds.ts';
import { decodeRecord, isHeader } from './decode.ts';
import { savedChat, wholeSession } from './documents.ts';
import { settled } from './settled.ts';
import { configFiles, cwdOf, hashedFolderOf, roots } from './store.ts';
import { turnIn } from './turn.ts';

/** In a folder named like the session; it may be one of a sub-agent itself. */
const subAgents: SubAgents = {
  paths: [['chats', '*', '*.jsonl']],
  folderOf: (names) => {
    const [, digits] = /^session-.*-([0-9a-f]{8})\.jsonl?$/.exec(names.at(-1) ?? '') ?? [];
    return digits === undefined ? undefined : ['chats', `${digits}-*`];
  },
  logsOf: ({ id, names }, agent) => [
    ['chats', id, `${agent}.jsonl`],
    ...(names.length > 2 ? [[...names.slice(0, -1), `${agent}.jsonl`]] : []),
  ],
};

const place = { roots, configFiles, cwdOf, folderFor: hashedFolderOf, subAgents };
const nameOf = idInName(/\.jsonl?$/);

/** Google’s Gemini CLI. The format is in the README. */
export const geminiAdapter: AgentAdapter = {
  id: 'gemini',
  label: 'Gemini CLI',
  icon: 'sparkle',

  sources: [
    {
      ...place,
      kind: 'log',
      path: ['chats', 'session-*.jsonl'],
      settled,
      hints: { nameMark: '"$set":{"summary":' },
      fallbackId: nameOf,
    },
    {
      ...place,
      kind: 'document',
      path: ['chats', 'session-*.json'],
      // Once resumed by a later version, it was copied into a log of the same name.
      isSideFile: (name, beside) => beside.has(`${name}l`),
      recordsOf: wholeSession,
      fallbackId: nameOf,
    },
    {
      ...place,
      kind: 'document',
      path: ['checkpoint-*.json'],
      recordsOf: savedChat,
      fallbackId: nameOf,
    },
  ],

  recognizes: (record) =>
    isJsonObject(record) &&
    (isHeader(record) ||
      isJsonObject(record.$set) ||
      typeof record.$rewindTo === 'string' ||
      (typeof record.id === 'string' && types.has(record.type) && 'content' in record)),

  decode: decodeRecord,

  turnIn,

  modelIn: ({ type, model }) => (type === 'gemini' ? model : undefined),

  // On resume, Gemini CLI starts a new file before it continues the session's own.
  leavesUnsaid: true,

  terminalPlan: ({ id, cwd, path }) => {
    if (cwd === undefined) {
      return undefined;
    }
    const [, tag] = /[/\\]checkpoint-(\w[\w.-]*)\.json$/.exec(path) ?? [];
    return tag !== undefined
      ? { executable: 'gemini', args: [], cwd, input: `/chat resume ${tag}` }
      : isUuid(id)
        ? { executable: 'gemini', args: ['--resume', id], cwd }
        : undefined;
  },
};

const types: ReadonlySet<unknown> = new Set(['user', 'gemini', 'info', 'warning', 'error']);
