import type { AgentAdapter } from '../contract/adapter.ts';
import { isJsonObject, type JsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/paths.ts';
import { isUuid } from '../toolbox/sessionIds.ts';
import { decodeRecord } from './decode.ts';
import { isProgramState } from './programStates.ts';
import { projectFolderOf } from './projectFolder.ts';
import { roots } from './roots.ts';
import { subAgents } from './subAgents.ts';
import { turnIn } from './turn.ts';

const nameOf = idInName(/\.jsonl$/);

/** Claude Code. The format is in the README. */
export const claudeAdapter: AgentAdapter = {
  id: 'claude',
  label: 'Claude Code',
  icon: 'claude',

  sources: [
    {
      kind: 'log',
      roots,
      folderFor: projectFolderOf,
      path: ['*.jsonl'],
      // Sub-agents of older versions lie beside the sessions.
      isSideFile: (name) => !isUuid(name.replace(/\.jsonl$/, '')),
      hints: {
        nameMark: 'Title":',
        usageMarks: ['"usage"', '"model"'],
        // Of two copies of the first record, the second may say where they are from.
        startMark: '"forkedFrom"',
        folders: { mark: 'wd":', in: foldersIn },
      },
      fallbackId: nameOf,
      // As `claude --resume` does.
      ownId: (names) => (isUuid(nameOf(names)) ? nameOf(names) : undefined),
      subAgents,
    },
  ],

  worktreesOf: (_, repository) => [`${repository}/.claude/worktrees/*`],

  recognizes: (record) =>
    isJsonObject(record) &&
    typeof record.type === 'string' &&
    (chainTypes.has(record.type)
      ? typeof record.uuid === 'string' && typeof record.sessionId === 'string'
      : (sideTypes.has(record.type) || isProgramState(record.type)) &&
        ('sessionId' in record || 'leafUuid' in record || 'snapshot' in record)),

  decode: decodeRecord,

  sessionIn: ({ sessionId }) =>
    typeof sessionId === 'string' && isUuid(sessionId) ? sessionId : undefined,

  modelIn: ({ type, message }) =>
    type === 'assistant' && isJsonObject(message) && message.model !== '<synthetic>'
      ? message.model
      : undefined,

  turnIn,

  // What began a session may have been a notification, or another session.
  isTitledByAnswer: true,
  leavesUnsaid: true,

  versionIn: ({ version }) => (typeof version === 'string' ? version : undefined),

  terminalPlan: ({ id, cwd }) =>
    cwd === undefined || !isUuid(id)
      ? undefined
      : { executable: 'claude', args: ['--resume', id], cwd },

  extensionLink: ({ id }) =>
    isUuid(id)
      ? { extension: 'anthropic.claude-code', path: '/open', query: `session=${id}` }
      : undefined,
};

/** A session that moved into a worktree, or out of one, lies in the folder of where it is. */
function foldersIn({ relocatedCwd, worktreeSession, cwd }: JsonObject): readonly string[] {
  const worktree = isJsonObject(worktreeSession) ? worktreeSession.worktreePath : undefined;
  return [relocatedCwd, worktree, cwd].filter(
    (folder): folder is string => typeof folder === 'string' && folder !== '',
  );
}

/** Records that follow each other. */
const chainTypes: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'attachment',
  'progress',
]);

/** Others that may come first. */
const sideTypes: ReadonlySet<string> = new Set([
  'summary',
  'queue-operation',
  'file-history-snapshot',
  'custom-title',
  'ai-title',
  'mode',
  'permission-mode',
  'agent-setting',
  'last-prompt',
  'tag',
]);
