import type { CwdOf, StoreRoot } from '../contract/sources.ts';
import type { Hash, MachineEnvironment } from '../contract/machineEnvironment.ts';
import { isJsonObject } from '#core/jsonObject.ts';
import { trimEnd } from '#core/text/trimEnd.ts';
import { jsonObjectIn } from '../toolbox/jsonText.ts';

/** In each folder of a working directory, its path. */
export const marker = '.project_root';

/** Each folder below has the sessions of one working directory. */
export function roots(env: MachineEnvironment): readonly StoreRoot[] {
  return settingsFolder(env).map((folder) => ({ path: `${folder}/tmp`, kind: 'byFolder' }));
}

/** Gemini CLI's own list of which folder is whose. */
export function configFiles(env: MachineEnvironment): readonly string[] {
  return settingsFolder(env).map((folder) => `${folder}/projects.json`);
}

/** Folders were named like this before there was a list. */
export function hashedFolderOf(cwd: string, hash: Hash): string {
  return hash('sha256', cwd);
}

export function cwdOf(env: MachineEnvironment, hash: Hash): CwdOf {
  const [list] = configFiles(env).map((path) => jsonObjectIn(env.configs?.get(path)).projects);
  // The first of a name counts.
  const projects = Object.entries(isJsonObject(list) ? list : {}).reverse();
  const byName = new Map(projects.map(([path, name]) => [name, path]));
  let byHash: ReadonlyMap<string, string> | undefined;
  return (folder) => {
    if (!/^[0-9a-f]{64}$/.test(folder)) {
      return byName.get(folder);
    }
    byHash ??= new Map(projects.map(([path]) => [hashedFolderOf(path, hash), path]));
    return byHash.get(folder);
  };
}

/** `$GEMINI_CLI_HOME` stands for the home folder. */
export function settingsFolder({ home, variables }: MachineEnvironment): readonly string[] {
  const named = variables.GEMINI_CLI_HOME ?? '';
  const base = trimEnd(named === '' ? home : named, '/\\');
  return base === '' ? [] : [`${base}/.gemini`];
}
