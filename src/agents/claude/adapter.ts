import type { AgentAdapter } from '../contract/adapter.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/paths.ts';
import { isUuid } from '../toolbox/sessionIds.ts';
import { decodeRecord } from './decode.ts';
import { projectFolderOf } from './projectFolder.ts';
import { roots } from './roots.ts';
import { subAgents } from './subAgents.ts';
import { turnIn } from './turn.ts';

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
      hints: { nameMark: 'Title":', usageMarks: ['"usage"', '"model"'] },
      fallbackId: idInName(/\.jsonl$/),
      subAgents,
    },
  ],

  worktreesOf: (_, repository) => [`${repository}/.claude/worktrees/*`],

  recognises: (record) =>
    isJsonObject(record) &&
    typeof record.type === 'string' &&
    (chainTypes.has(record.type)
      ? typeof record.uuid === 'string' && typeof record.sessionId === 'string'
      : sideTypes.has(record.type) &&
        ('sessionId' in record || 'leafUuid' in record || 'snapshot' in record)),

  decode: decodeRecord,

  modelIn: ({ type, message }) =>
    type === 'assistant' && isJsonObject(message) && message.model !== '<synthetic>'
      ? message.model
      : undefined,

  turnIn,

  // What began a session may have been a notification, or another session.
  isTitledByAnswer: true,

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
