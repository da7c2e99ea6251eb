import { trimEnd } from '#core/text/trimEnd.ts';
import type { MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { CwdOf, StoreRoot } from '../contract/sources.ts';
import { settingsFolder, slashed } from '../toolbox/editorFolders.ts';

/**
 * Each window's own folder, named by a hash of what it has open.
 *
 * @param watched below the own folder of this window.
 */
export function workspaceRoots(env: MachineEnvironment, watched: string): readonly StoreRoot[] {
  const { user, storage } = slashed(env.window);
  return userFolders(env).map((folder) => ({
    path: `${folder}/workspaceStorage`,
    kind: 'byFolder',
    // VS Code writes much else there all the time, and other windows' chats are not this folder's.
    watched: folder === user && storage !== undefined ? [`${storage}/${watched}`] : [],
  }));
}

/** Chats of windows without a folder. */
export function emptyWindowRoots(env: MachineEnvironment): readonly StoreRoot[] {
  return userFolders(env).map((folder) => ({
    path: `${folder}/globalStorage/emptyWindowChatSessions`,
    kind: 'flat',
    watched: [],
  }));
}

/** Of this window's own folder, in which a remote VS Code does not say it. */
export function cwdOf({ window }: MachineEnvironment): CwdOf {
  const { storage = '' } = slashed(window);
  return (folder) => (storage.endsWith(`/${folder}`) ? window?.folder : undefined);
}

/** What VS Code and its relatives call their folders. */
const products = ['Code', 'Code - Insiders', 'VSCodium'] as const;
const servers = ['.vscode-server/data', '.vscode-server-insiders/data', '.local/share/code-server'];

function userFolders(env: MachineEnvironment): readonly string[] {
  const base = trimEnd(env.home.replaceAll('\\', '/'), '/');
  const { user } = slashed(env.window);
  const own = user === undefined ? [] : [user];
  const settings = settingsFolder(env);
  if (settings === undefined) {
    return own;
  }
  const known = [
    ...products.map((product) => `${settings}/${product}`),
    ...servers.map((server) => `${base}/${server}`),
  ];
  return [...new Set([...own, ...known.map((folder) => `${folder}/User`)])];
}
