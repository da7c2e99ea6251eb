import { join } from 'node:path';
import { commandFile, run, start } from '../vscode/children.mjs';
import { Missing } from '../vscode/missing.mjs';
import { profileEnvironment, writeSettings } from '../vscode/server.mjs';

const desktop = process.platform === 'win32' ? 'code.cmd' : 'code';

/**
 * Version of the desktop VS Code behind the `code` command; undefined if none can open a window: no
 * such command, one of a remote VS Code, no display, or root, as whom VS Code refuses to start.
 */
export async function desktopVersion() {
  const { env, platform } = process;
  const hasDisplay =
    platform !== 'linux' || env.DISPLAY !== undefined || env.WAYLAND_DISPLAY !== undefined;
  if (!hasDisplay || env.VSCODE_IPC_HOOK_CLI !== undefined || process.getuid?.() === 0) {
    return undefined;
  }
  try {
    const { command, args, shell } = commandFile(desktop, ['--version']);
    const { code, output } = await run(command, args, { shell });
    const version = /^(\d+\.\d+\.\d+)/m.exec(output)?.[1];
    return code === 0 ? version : undefined;
  } catch (error) {
    if (error instanceof Missing) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Opens the folder in a separate profile, with extensions under development; resolves when its window
 * closes.
 * @param {import('../vscode/server.mjs').Profile} profile
 * @param {string} folder
 * @param {readonly string[]} extensions their folders
 * @param {Record<string, unknown>} settings
 * @returns {Promise<number>}
 */
export async function openDesktop(profile, folder, extensions, settings) {
  writeSettings(join(profile.folder, 'User'), settings);
  const { command, args, shell } = commandFile(desktop, [
    '--user-data-dir',
    profile.folder,
    '--extensions-dir',
    join(profile.folder, 'extensions'),
    ...extensions.map((extension) => `--extensionDevelopmentPath=${extension}`),
    '--new-window',
    '--wait',
    folder,
  ]);
  const env = profileEnvironment(profile);
  const child = start(command, args, { shell, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 0);
    });
  });
}
