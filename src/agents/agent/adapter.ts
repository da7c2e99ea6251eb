import type { AgentAdapter, TurnOfRecord } from '../contract/adapter.ts';
import type { FileQuestion, TerminalPlan } from '../contract/terminalPlan.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';
import { goValueOf } from '../toolbox/goFields.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { qualifiedModel } from '../toolbox/qualifiedModel.ts';
import { isAbsolute } from '../toolbox/uri.ts';
import { idInName, isPlainId } from '../toolbox/sessionIds.ts';
import { agentDatabase, databaseName } from './database.ts';
import { isDatabaseRow } from './databaseRows.ts';
import { decodeRecord } from './decode.ts';
import { epochMs, isDateTime } from '../toolbox/dateTime.ts';
import { previewAfter } from '../toolbox/tornString.ts';
import { turnOfMessage } from '../toolbox/answerEnding.ts';

/** An answer ends the turn by its stop reason; in the database, which has none, unless it calls tools. */
function turnIn(record: JsonObject): TurnOfRecord {
  if (isDatabaseRow(record)) {
    return record.kind === 'message'
      ? turnOfMessage(record.role, reasonOf(record.metadata), turnWords)
      : undefined;
  }
  const message = goValueOf(record, 'message');
  return goValueOf(record, 'type') === 'message' && isJsonObject(message)
    ? turnOfMessage(goValueOf(message, 'role'), goValueOf(message, 'stop_reason'), turnWords)
    : undefined;
}

const turnWords = {
  results: ['tool_result', 'tool'],
  toolUse: 'tool_use',
  ends: ['stop', 'aborted'],
};

/** What the stop reason of a row would be. */
function reasonOf(metadata: unknown): string {
  return typeof metadata === 'string' && /"toolCalls":\[[^\]]/i.test(metadata)
    ? 'tool_use'
    : 'stop';
}

const datedStart =
  /^\{"type":"message","id":"[^"\\]*","parent_id":"[^"\\]*","timestamp":"([^"\\]*)","role":"[^"\\]*","message":\{"role":"(?:user|assistant|tool_result)",/;

/** The date of a line with a message, as Go writes it; see `LogHints`. */
function changeIn(line: string): number | undefined {
  const date = datedStart.exec(line)?.[1];
  return date !== undefined &&
    isDateTime(date) &&
    line.endsWith('}}') &&
    !line.includes('{"type":"message",', 1)
    ? epochMs(date)
    : undefined;
}

/** A line with a user's message starts like this: Go writes keys in a fixed order, text before images. */
const previewOfTornLine = previewAfter(
  /^\uFEFF?\{"type":"message","id":"[^"\\]*","parent_id":"[^"\\]*","timestamp":"[^"\\]*","role":"user","message":\{"role":"user","content":\[\{"type":"text","text":"/,
);

/** `YYYYMMDD-HHMMSS-<first 8 digits of the session's ID>`. */
const fileName = /^\d{8}-\d{6}-([0-9a-f]{8})$/;

/** agent, by nickcecere, now bitop-dev: first logs, later a SQLite database. See the README. */
export const agentAdapter: AgentAdapter = {
  id: 'agent',
  label: 'agent',
  icon: 'hubot',

  sources: [
    {
      kind: 'log',
      roots,
      path: ['*.jsonl'],
      hints: { changeIn, previewOfTornLine },
      fallbackId: idInName(/\.jsonl$/, fileName),
    },
    agentDatabase,
  ],

  recognizes: (firstRecord) => isJsonObject(firstRecord) && isOwn(firstRecord),

  decode: decodeRecord,

  modelIn: (record) => {
    const message = goValueOf(record, 'message');
    return isJsonObject(message)
      ? qualifiedModel(goValueOf(message, 'provider'), goValueOf(message, 'model'))
      : undefined;
  },

  turnIn,

  terminalPlan: ({ id, cwd, path }) =>
    cwd === undefined
      ? undefined
      : path.split(/[/\\]/).at(-2) === databaseName
        ? databasePlan(id, cwd)
        : logPlan(path, cwd),
};

function roots({ home, variables }: MachineEnvironment): readonly StoreRoot[] {
  const base = trimEnd(home, '/\\');
  const named = variables.XDG_CONFIG_HOME ?? '';
  const config = named === '' ? base && `${base}/.config` : trimEnd(named, '/\\');
  return isAbsolute(config) ? [{ path: `${config}/agent/sessions`, kind: 'flat' }] : [];
}

/**
 * Distinguished from other formats with a `session` header by its version together with a date with
 * colons (fen's has dashes, pi's version 1 had no number), else by the spelling of `parent_id`.
 */
function isOwn(record: JsonObject): boolean {
  if (isDatabaseRow(record)) {
    return typeof record.created_at === 'string';
  }
  const time = goValueOf(record, 'timestamp');
  if (typeof time !== 'string' || !/T\d\d:\d\d:\d\d/.test(time)) {
    return false;
  }
  switch (goValueOf(record, 'type')) {
    case 'session':
      return goValueOf(record, 'version') === 1;
    case 'branch':
      return typeof goValueOf(record, 'parent_session_path') === 'string';
    case 'message':
    case 'compaction':
      return typeof goValueOf(record, 'parent_id') === 'string';
    default:
      return false;
  }
}

/** No log says which agent a session belongs to, and agent does not start without that file. */
const configFile: FileQuestion = { key: 'agent.config', extensions: ['yaml', 'yml'] };

/** agent matches a part of the file's name, and no name contains the whole ID (`-session`). */
function logPlan(path: string, cwd: string): TerminalPlan | undefined {
  const name = (path.split(/[/\\]/).at(-1) ?? '').replace(/\.jsonl$/, '');
  const digits = fileName.exec(name)?.[1];
  return digits === undefined
    ? undefined
    : { executable: 'agent', args: ['-config', configFile, '-session', digits], cwd };
}

function databasePlan(id: string, cwd: string): TerminalPlan | undefined {
  return isPlainId(id) ? { executable: 'agent', args: ['chat', '--session', id], cwd } : undefined;
}
