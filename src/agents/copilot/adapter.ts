import type { AgentAdapter } from '../contract/adapter.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { LogLayout, StoreRoot } from '../contract/sources.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { idInName } from '../toolbox/paths.ts';
import { isUuid } from '../toolbox/sessionIds.ts';
import { nameIn } from '../toolbox/uri.ts';
import { costs } from './costs.ts';
import { decodeRecord } from './decode.ts';
import { subAgents } from './subAgents.ts';
import { workspaceEvents } from './workspace.ts';
import { turnIn } from './turn.ts';

const layout: Pick<LogLayout, 'kind' | 'roots' | 'subAgents'> = { kind: 'log', roots, subAgents };

/** GitHub’s Copilot CLI. The format is in the README. */
export const copilotAdapter: AgentAdapter = {
  id: 'copilot',
  label: 'Copilot CLI',
  icon: 'copilot',

  sources: [
    {
      ...layout,
      path: ['*', 'events.jsonl'],
      about: { file: 'workspace.yaml', eventsIn: workspaceEvents },
      costs,
      fallbackId: (names) => names.at(-2) ?? '',
    },
    // Before each had a folder.
    { ...layout, path: ['*.jsonl'], fallbackId: idInName(/\.jsonl$/) },
  ],

  // Those of the desktop app.
  worktreesOf: ({ home }, repository) =>
    [home, `${repository}/..`].map((above) => `${above}/copilot-worktrees/${nameIn(repository)}/*`),

  recognizes: (record) =>
    isJsonObject(record) &&
    isJsonObject(record.data) &&
    // A transcript of VS Code's chat, which has the same form.
    typeof record.data.vscodeVersion !== 'string' &&
    typeof record.timestamp === 'string' &&
    typeof record.type === 'string' &&
    /^(?:session|user|assistant|tool|system)\.[a-z_]+$/.test(record.type),

  decode: decodeRecord,

  modelIn: ({ type, data }) =>
    type === 'assistant.message' && isJsonObject(data) ? data.model : undefined,

  turnIn,

  versionIn: ({ data }) =>
    isJsonObject(data) && typeof data.copilotVersion === 'string' ? data.copilotVersion : undefined,

  terminalPlan: ({ id, cwd }) =>
    cwd === undefined || !isUuid(id)
      ? undefined
      : { executable: 'copilot', args: [`--resume=${id}`], cwd },
};

/** `$COPILOT_HOME`, else `~/.copilot` and, in some versions, `$XDG_STATE_HOME/.copilot`. */
function roots({ home, variables }: MachineEnvironment): readonly StoreRoot[] {
  const named = variables.COPILOT_HOME ?? '';
  const parents = [home, variables.XDG_STATE_HOME ?? ''].filter((parent) => parent !== '');
  const folders = named === '' ? parents.map((parent) => `${parent}/.copilot`) : [named];
  return folders.map((folder) => ({ path: `${folder}/session-state`, kind: 'flat' }));
}
