import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';

/** `$CLAUDE_CONFIG_DIR/projects` as it is given, else `~/.claude/projects`. */
export function roots(env: MachineEnvironment): readonly StoreRoot[] {
  const named = env.variables.CLAUDE_CONFIG_DIR ?? '';
  const folder = named !== '' ? named : env.home === '' ? '' : `${env.home}/.claude`;
  return folder === '' ? [] : [{ path: `${folder}/projects`, kind: 'byFolder' }];
}
