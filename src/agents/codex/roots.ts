import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';

/** `$CODEX_HOME`, else `~/.codex`; each of the folders has the sessions of all projects. */
export function rootsIn(folder: string): (env: MachineEnvironment) => readonly StoreRoot[] {
  return ({ home, variables }) => {
    const named = variables.CODEX_HOME ?? '';
    const codex = named !== '' ? named : home === '' ? '' : `${home}/.codex`;
    return codex === '' ? [] : [{ path: `${codex}/${folder}`, kind: 'flat' }];
  };
}
