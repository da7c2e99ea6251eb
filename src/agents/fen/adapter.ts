import type { AgentAdapter } from '../contract/adapter.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { modelName } from '../toolbox/modelName.ts';
import { idInName, isAbsolute } from '../toolbox/paths.ts';
import { isPlainId } from '../toolbox/sessionIds.ts';
import { changeIn } from './changeIn.ts';
import { decodeRecord } from './decode.ts';
import { projectFolderOf } from './projectFolder.ts';
import { turnIn } from './turn.ts';

/** fen, a coding agent in Fennel. The format is in the README. */
export const fenAdapter: AgentAdapter = {
  id: 'fen',
  label: 'fen',
  icon: 'symbol-namespace',

  sources: [
    {
      kind: 'log',
      roots,
      folderFor: projectFolderOf,
      path: ['*.jsonl'],
      hints: { changeIn },
      isSideFile: (name) => name.endsWith('.repaired.jsonl'),
      fallbackId: idInName(/\.jsonl$/, /_([A-Za-z0-9-]+)$/),
    },
  ],

  // Only fen's format has dashes for the colons of a date.
  recognizes: (firstRecord) =>
    isJsonObject(firstRecord) &&
    typeof firstRecord.type === 'string' &&
    typeof firstRecord.timestamp === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/.test(firstRecord.timestamp),

  decode: decodeRecord,

  modelIn: ({ message }) =>
    isJsonObject(message) && message.role === 'assistant'
      ? modelName(message.provider, message.model)
      : undefined,

  isMessage: ({ type, message }) => type === 'message' && isJsonObject(message),

  turnIn,

  isTitledByAnswer: true,

  /** No option accepts a session, but a command in the running fen does. */
  terminalPlan: ({ id, cwd, path }, isNewest) =>
    cwd === undefined || !isTypeableId(id) || path.split(/[/\\]/).includes(oldName)
      ? undefined
      : isNewest
        ? { executable: 'fen', args: ['--continue'], cwd }
        : { executable: 'fen', args: [], cwd, input: `/resume ${id}` },
};

/** fen's name before 0.1.0. It no longer looks for sessions under that name. */
const oldName = 'agent-fennel';

function roots({ home, variables }: MachineEnvironment): readonly StoreRoot[] {
  const named = variables.XDG_STATE_HOME ?? '';
  const state = named !== '' ? named : home === '' ? '' : `${home}/.local/state`;
  return isAbsolute(state)
    ? ['fen', oldName].map((name) => ({
        path: `${trimEnd(state, '/\\')}/${name}/sessions`,
        kind: 'byFolder',
      }))
    : [];
}

/** fen takes a small number for a position in its list, which has 200 entries (`find`). */
function isTypeableId(id: string): boolean {
  return isPlainId(id) && !(Number(id) < 200);
}
