import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';
import { nameIn } from '../toolbox/uri.ts';

/** Each of the folders has the sessions of all projects. */
export function rootsIn(folder: string): (env: MachineEnvironment) => readonly StoreRoot[] {
  return (env) => codexFolders(env).map((codex) => ({ path: `${codex}/${folder}`, kind: 'flat' }));
}

/** Each worktree has a folder of its own, named by four digits. */
export function worktreesOf(env: MachineEnvironment, repository: string): readonly string[] {
  return codexFolders(env).map((codex) => `${codex}/worktrees/*/${nameIn(repository)}`);
}

/** `$CODEX_HOME`, else `~/.codex`; none without a home. */
export function codexFolders({ home, variables }: MachineEnvironment): readonly string[] {
  const named = variables.CODEX_HOME ?? '';
  return named !== '' ? [named] : home === '' ? [] : [`${home}/.codex`];
}
