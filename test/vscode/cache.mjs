import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withProgress } from './progress.mjs';

const stamp = '.complete';

/**
 * Folder of downloaded tools: outside the checkout, so that a fresh clone does not download them
 * again. `SESSION_BROWSER_CACHE` overrides it.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 */
export function cacheFolder(env = process.env, platform = process.platform) {
  const { SESSION_BROWSER_CACHE: named = '', XDG_CACHE_HOME: caches = '' } = env;
  if (named !== '') {
    return named;
  }
  const home = homedir();
  switch (platform) {
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'session-browser');
    case 'darwin':
      return join(home, 'Library', 'Caches', 'session-browser');
    default:
      return join(caches === '' ? join(home, '.cache') : caches, 'session-browser');
  }
}

/**
 * A cache folder that is either complete or absent: filled elsewhere and then moved into place, so
 * that an interrupted run leaves nothing incomplete. A concurrent run that needs it waits.
 * @param {string} name with the version in it: another version is another folder
 * @param {string} title what the progress line says
 * @param {(folder: string) => Promise<void>} fill
 * @param {string} root
 * @returns {Promise<string>} its path
 */
export async function cachedFolder(name, title, fill, root = cacheFolder()) {
  const folder = join(root, name);
  if (existsSync(join(folder, stamp))) {
    return folder;
  }
  mkdirSync(root, { recursive: true });
  const lock = `${folder}.lock`;
  if (!takeLock(lock)) {
    await withProgress(`Waiting for another run that prepares ${name}`, () => waitFor(lock));
  }
  try {
    if (!existsSync(join(folder, stamp))) {
      await withProgress(title, () => fillAndMove(folder, fill));
    }
  } finally {
    rmSync(lock, { force: true });
  }
  return folder;
}

/** @param {string} folder @param {(folder: string) => Promise<void>} fill */
async function fillAndMove(folder, fill) {
  const beside = `${folder}.${String(process.pid)}.part`;
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside);
  try {
    await fill(beside);
    writeFileSync(join(beside, stamp), `${new Date().toISOString()}\n`);
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** @param {string} lock */
async function waitFor(lock) {
  while (!takeLock(lock)) {
    await sleep(500);
  }
}

/**
 * True if this process now holds the lock. A lock whose process is gone is taken over. Two waiters
 * may then both believe they hold it, which is harmless but slow, since the folder is moved into
 * place whole.
 * @param {string} lock
 */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') {
      throw error;
    }
  }
  if (isHeld(lock)) {
    return false;
  }
  rmSync(lock, { force: true });
  return takeLock(lock);
}

/** @param {string} lock */
function isHeld(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    if (holder === 0) {
      // Just created and not yet written; an older one is left over.
      return Date.now() - statSync(lock).mtimeMs < 10_000;
    }
    process.kill(holder, 0);
    return true;
  } catch (error) {
    // EPERM: alive and another user's. ESRCH, ENOENT: the process or the lock is gone.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
