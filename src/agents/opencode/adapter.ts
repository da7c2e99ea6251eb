import type { AgentAdapter } from '../contract/adapter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { opencodeDatabase } from './database.ts';
import { decodeRecord } from './decode.ts';
import { opencodeTree } from './tree.ts';
import { turnIn } from './turn.ts';

/** opencode, by SST. The format is in the README. */
export const opencodeAdapter: AgentAdapter = {
  id: 'opencode',
  label: 'opencode',
  icon: 'code',

  sources: [opencodeDatabase, opencodeTree],

  recognizes: (record) =>
    isJsonObject(record) &&
    isJsonObject(record.info) &&
    (Array.isArray(record.parts)
      ? typeof record.info.sessionID === 'string'
      : typeof record.info.directory === 'string' && isSession(record.info.id)),

  decode: decodeRecord,

  turnIn,

  modelIn: ({ info }) =>
    isJsonObject(info) && info.role === 'assistant' ? info.modelID : undefined,

  terminalPlan: ({ id, cwd }) =>
    cwd === undefined || !isSession(id)
      ? undefined
      : { executable: 'opencode', args: ['-s', id], cwd },
};

function isSession(id: unknown): boolean {
  return typeof id === 'string' && /^ses_[A-Za-z0-9]{1,60}$/.test(id);
}
