import { trimEnd } from '#core/text/trimEnd.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { FolderFile, StoreRoot } from '../contract/sources.ts';
import { jsonObjectIn } from '../toolbox/jsonText.ts';
import { nameIn } from '../toolbox/uri.ts';

/** Each folder below has what Cursor keeps of one working directory. */
export function projectRoots({ home }: MachineEnvironment): readonly StoreRoot[] {
  const base = trimEnd(home, '/\\');
  return base === '' ? [] : [{ path: `${base}/.cursor/projects`, kind: 'byFolder' }];
}

/** Each has a folder for every repository, by its name. */
export function worktreesOf({ home }: MachineEnvironment, repository: string): readonly string[] {
  return [`${trimEnd(home, '/\\')}/.cursor/worktrees/${nameIn(repository)}/*`];
}

/** Longer names are cut and get a hash at their end. */
const maxName = 84;

/** Many paths have the same name; `trustFile` tells whose a folder is. */
export function projectFolderOf(cwd: string): string {
  const name = cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return name.length > maxName ? '' : name;
}

/** Written when the user trusts the folder. */
export const trustFile: FolderFile = {
  name: '.workspace-trusted',
  cwdIn: (text) => {
    const { workspacePath: path } = jsonObjectIn(text);
    return typeof path === 'string' && path !== '' ? path : undefined;
  },
};
