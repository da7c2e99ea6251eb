import type { AgentAdapter, TurnOfRecord } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/sessionIds.ts';
import { decodeRecord } from './decode.ts';
import { previewAfter } from '../toolbox/tornString.ts';
import type { StoreRoot } from '../contract/sources.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import { jsonObjectIn } from '../toolbox/jsonText.ts';
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

/**
 * The folder in which pi stores the sessions of a working directory: it drops one leading
 * separator, turns every other and every colon into a dash, and changes nothing else. Two
 * directories may share one (`a-b`, `a/b`), which is why the log's own `cwd` decides. Source: pi
 * 0.74.2 and 1.5.2, `core/session-manager`, `getDefaultSessionDir`.
 */
export function projectFolderOf(cwd: string): string {
  return `--${cwd.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}--`;
}

/** The settings files that may name another folder for sessions (`sessionDir`, 0.63 and later). */
function configFiles(env: MachineEnvironment): readonly string[] {
  const folder = agentFolder(env);
  return folder === undefined ? [] : [`${folder}/settings.json`];
}

/**
 * Where sessions may be: below the agent's folder by project, and in the folders named by a
 * variable (0.71 and later) or the settings, flat. pi uses the first that is set; sessions from
 * before it was set are elsewhere, so all are read. Source: pi 1.5.2, `config` and `main`.
 */
function roots(env: MachineEnvironment): readonly StoreRoot[] {
  const folder = agentFolder(env);
  const settings = configFiles(env).map((path) => env.configs?.get(path)?.replace(/^\uFEFF/, ''));
  const flat = [
    env.variables.PI_CODING_AGENT_SESSION_DIR,
    ...settings.map((text) => jsonObjectIn(text).sessionDir),
  ];
  return [
    ...(folder === undefined ? [] : [{ path: `${folder}/sessions`, kind: 'byFolder' as const }]),
    ...flat.flatMap((named) => {
      const path = typeof named === 'string' ? absolute(named, env) : undefined;
      return path === undefined ? [] : [{ path, kind: 'flat' as const }];
    }),
  ];
}

function agentFolder(env: MachineEnvironment): string | undefined {
  const named = env.variables.PI_CODING_AGENT_DIR ?? '';
  if (named !== '') {
    return absolute(named, env);
  }
  return env.home === '' ? undefined : `${withoutEnd(env.home)}/.pi/agent`;
}

/** A relative path means another folder for each project, so it names none here. */
function absolute(path: string, env: MachineEnvironment): string | undefined {
  const { home } = env;
  const expanded =
    path === '~' || path.startsWith('~/')
      ? home === ''
        ? ''
        : withoutEnd(home) + path.slice(1)
      : path;
  const isAbsolute =
    env.platform === 'windows' ? /^(?:[A-Za-z]:)?[\\/]/.test(expanded) : expanded.startsWith('/');
  return isAbsolute ? withoutEnd(expanded) : undefined;
}

/** Without trailing separators, except for a root. */
function withoutEnd(path: string): string {
  return path.replace(/(?<=[^\\/:])[\\/]+$/, '');
}
