import type { AgentAdapter, TurnOfRecord } from '../contract/adapter.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { qualifiedModel } from '../toolbox/qualifiedModel.ts';
import { isAbsolute } from '../toolbox/uri.ts';
import { idInName, isPlainId } from '../toolbox/sessionIds.ts';
import { decodeRecord } from './decode.ts';
import { dashedTime } from './dashedTime.ts';
import { turnOfMessage } from '../toolbox/answerEnding.ts';

/** An answer ends the turn, unless it stops to use tools (fen's `step-loop`). */
function turnIn({ type, message }: JsonObject): TurnOfRecord {
  return type === 'message' && isJsonObject(message)
    ? turnOfMessage(message.role, message['stop-reason'], turnWords)
    : undefined;
}

const turnWords = {
  results: ['tool-result'],
  toolUse: 'tool-use',
  ends: ['stop', 'length', 'aborted'],
};

/** The keys beside the message are in any order, as Lua writes them. */
const beforeMessage = /^\{(?:"(?:type|id|parent-id|timestamp)":"[^"\\]*",)*"message":\{/;
const afterMessage = /\}(?:,"(?:type|id|parent-id|timestamp)":"[^"\\]*")*\}$/;
const stampInLine = /"timestamp":"(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)"/;
const messageMark = '"type":"message"';

/** The date of a line with a message; see `LogHints`. */
function changeIn(line: string): number | undefined {
  const start = beforeMessage.exec(line)?.[0];
  const end = start && afterMessage.exec(line.slice(-300))?.[0];
  if (start === undefined || end === undefined) {
    return undefined;
  }
  const outside = start + end;
  return outside.includes(messageMark) &&
    line.indexOf(messageMark) === line.lastIndexOf(messageMark)
    ? dashedTime(stampInLine.exec(outside)?.[1])
    : undefined;
}

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
      ? qualifiedModel(message.provider, message.model)
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

/**
 * The folder in which fen stores the sessions of a working directory: it drops one leading slash,
 * turns the others into dashes, and changes nothing else. Two directories may share one (`a-b`,
 * `a/b`), which is why the log's own `cwd` decides. Source: fen 0.17,
 * `session-backends/jsonl/session.fnl`, `cwd-slug`.
 */
export function projectFolderOf(cwd: string): string {
  return `--${cwd.replace(/^\//, '').replaceAll('/', '-')}--`;
}
