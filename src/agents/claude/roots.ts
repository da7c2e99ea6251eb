import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';

/**
 * `projects` in `$CLAUDE_CONFIG_DIR` as it is given, where Claude Code writes if it is set, in `~/.claude`, and
 * in `~/.config/claude`, where some versions of 1.0 wrote: sessions from before stay where they are.
 */
export function roots({ home, variables }: MachineEnvironment): readonly StoreRoot[] {
  const configs = variables.XDG_CONFIG_HOME ?? '';
  const folders = [
    variables.CLAUDE_CONFIG_DIR ?? '',
    ...(home === '' ? [] : [`${home}/.claude`]),
    ...(configs === '' ? [] : [`${configs}/claude`]),
    ...(home === '' ? [] : [`${home}/.config/claude`]),
  ];
  return [...new Set(folders)]
    .filter((folder) => folder !== '')
    .map((folder) => ({ path: `${folder}/projects`, kind: 'byFolder' }));
}
