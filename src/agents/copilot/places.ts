import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';

/** `$COPILOT_HOME`, else `~/.copilot` and, in some versions, `$XDG_STATE_HOME/.copilot`. */
export function roots({ home, variables }: MachineEnvironment): readonly StoreRoot[] {
  const named = variables.COPILOT_HOME ?? '';
  const parents = [home, variables.XDG_STATE_HOME ?? ''].filter((parent) => parent !== '');
  const folders = named === '' ? parents.map((parent) => `${parent}/.copilot`) : [named];
  return folders.map((folder) => ({ path: `${folder}/session-state`, kind: 'flat' }));
}
