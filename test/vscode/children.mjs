import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Missing } from './missing.mjs';

/**
 * Everything a script starts or writes while it runs: process groups and temporary folders. All of
 * it is removed however the script ends.
 * @type {Set<import('node:child_process').ChildProcess>}
 */
const running = new Set();

/** @type {Set<string>} */
const temporary = new Set();

/** Windows has no process groups; child processes end individually. */
const hasGroups = process.platform !== 'win32';

process.on('exit', () => {
  for (const child of running) {
    signal(child, 'SIGKILL');
  }
  for (const folder of temporary) {
    removeFolder(folder);
  }
});
for (const [name, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])) {
  process.on(name, () => {
    process.exit(code);
  });
}

/**
 * A folder that is deleted when the script ends. Its path has no symlinks, since VS Code and agents
 * report resolved paths.
 * @param {string} name
 */
export function temporaryFolder(name) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `session-browser-${name}-`)));
  temporary.add(folder);
  return folder;
}

/** @param {string} folder */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  temporary.delete(folder);
}

/**
 * Starts a program in its own process group, so that stopping it also stops its children.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { detached: hasGroups, ...options });
  running.add(child);
  child.once('exit', () => {
    // The group outlives its leader if a grandchild keeps running.
    signal(child, 'SIGKILL');
    running.delete(child);
  });
  child.once('error', () => {
    running.delete(child);
  });
  return child;
}

/**
 * Asks a program to exit, and kills it after five seconds.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return;
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => {
    signal(child, 'SIGKILL');
  }, 5000);
  await ended;
  clearTimeout(timer);
}

/**
 * Runs a program until it exits.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { onOutput?: (text: string) => void }} [options]
 *   `onOutput` gets standard output and error as they come.
 * @returns {Promise<{ code: number, output: string }>} output holds both streams, in order
 * @throws Missing if there is no such program
 */
export function run(command, args, { onOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        onOutput?.(text);
      });
    }
    child.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      reject(
        error.code === 'ENOENT' ? new Missing(`There is no program called ${command}.`) : error,
      );
    });
    child.once('close', (code, signalName) => {
      resolve({ code: code ?? (signalName === null ? 1 : 128), output });
    });
  });
}

/**
 * Runs a command file, which Windows has in place of some programs: it needs a shell, and a shell
 * needs quotes.
 * @param {string} command
 * @param {readonly string[]} args
 */
export function commandFile(command, args) {
  return process.platform === 'win32'
    ? { command: `"${command}"`, args: args.map((arg) => `"${arg}"`), shell: true }
    : { command, args, shell: false };
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} name */
function signal(child, name) {
  if (child.pid === undefined) {
    return;
  }
  try {
    if (hasGroups) {
      process.kill(-child.pid, name);
    } else {
      child.kill(name);
    }
  } catch (error) {
    // ESRCH: the group has already ended, which is what was wanted.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') {
      throw error;
    }
  }
}
