import type { EditorWindow, MachineEnvironment } from '../contract/machineEnvironment.ts';
import type { FolderFile, StoreRoot } from '../contract/sources.ts';
import { isJsonObject } from '../toolbox/jsonObject.ts';
import { pathOf } from './uri.ts';

/** Each window's own folder, named by a hash of what it has open. */
export function workspaceRoots(env: MachineEnvironment): readonly StoreRoot[] {
  const { user, storage } = slashed(env.window);
  return userFolders(env).map((folder) => ({
    path: `${folder}/workspaceStorage`,
    kind: 'byFolder',
    // VS Code writes much else there all the time, and other windows' chats are not this folder's.
    watched: folder === user && storage !== undefined ? [`${storage}/chatSessions`] : [],
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
export function cwdOf(folder: string, { window }: MachineEnvironment): string | undefined {
  const { storage = '' } = slashed(window);
  return storage.endsWith(`/${folder}`) ? window?.folder : undefined;
}

export const workspaceFile: FolderFile = {
  name: 'workspace.json',
  cwdIn: (text) => {
    try {
      const workspace: unknown = JSON.parse(text);
      return isJsonObject(workspace) ? pathOf(workspace.folder) : undefined;
    } catch {
      // Torn or foreign: nobody knows whose the folder is.
      return undefined;
    }
  },
};

/** What VS Code and its relatives call their folders. */
const products = ['Code', 'Code - Insiders', 'VSCodium'] as const;
const servers = ['.vscode-server/data', '.vscode-server-insiders/data', '.local/share/code-server'];

function userFolders({ home, platform, variables, window }: MachineEnvironment): readonly string[] {
  const base = home.replaceAll('\\', '/').replace(/\/+$/, '');
  const { user } = slashed(window);
  const own = user === undefined ? [] : [user];
  if (base === '') {
    return own;
  }
  const shared = variables[platform === 'windows' ? 'APPDATA' : 'XDG_CONFIG_HOME'] ?? '';
  const settings =
    shared !== ''
      ? shared.replaceAll('\\', '/')
      : platform === 'windows'
        ? `${base}/AppData/Roaming`
        : base.startsWith('/Users/')
          ? `${base}/Library/Application Support`
          : `${base}/.config`;
  const known = [
    ...products.map((product) => `${settings}/${product}`),
    ...servers.map((server) => `${base}/${server}`),
  ];
  return [...new Set([...own, ...known.map((folder) => `${folder}/User`)])];
}

function slashed(
  window: EditorWindow | undefined,
): Partial<Pick<EditorWindow, 'user' | 'storage'>> {
  const { user, storage } = window ?? {};
  return {
    ...(user === undefined ? {} : { user: user.replaceAll('\\', '/') }),
    ...(storage === undefined ? {} : { storage: storage.replaceAll('\\', '/') }),
  };
}
