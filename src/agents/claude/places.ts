import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { StoreRoot } from '../contract/sources.ts';

/** A longer name is cut, and a hash is added that not all builds compute alike. */
const longestName = 200;

/**
 * The folder in which Claude Code stores the sessions of a working directory: every UTF-16 unit but
 * ASCII letters and digits is a dash. Many directories share one (`a-b`, `a.b`), so the records' own
 * `cwd` decides. Source: the Agent SDK that is bundled with Claude Code 2.1.240.
 */
export function projectFolderOf(cwd: string): string {
  const name = cwd.normalize('NFC').replace(/[^A-Za-z0-9]/g, '-');
  return name.length <= longestName ? name : `${name.slice(0, longestName)}-${hashOf(cwd)}`;
}

function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  }
  return Math.abs(hash).toString(36);
}

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
