import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Missing } from './missing.mjs';
import { run, start, stop } from './children.mjs';

const startTimeoutMs = 60_000;

/**
 * A profile of VS Code: everything one of its windows reads and writes besides the workspace.
 * @typedef {object} Profile
 * @property {string} folder the server's data, settings and extensions
 * @property {string} home HOME of the server and its extensions
 */

/**
 * @typedef {object} Server
 * @property {string} origin for example http://127.0.0.1:40123
 * @property {string} authority host and port, as remote URIs have them
 * @property {() => string} log what the server said so far
 * @property {Promise<number>} ended its exit code
 * @property {() => Promise<void>} stop
 */

/**
 * Writes the settings that every window of ours starts with.
 * @param {Profile} profile
 * @param {Record<string, unknown>} settings
 */
export function writeSettings(profile, settings) {
  const folder = join(profile.folder, 'data', 'User');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}

/** Nothing that asks, tours, phones home or moves while somebody looks at it. */
export const calmSettings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'window.newWindowDimensions': 'default',
  'git.openRepositoryInParentFolders': 'never',
};

/**
 * @param {import('./codeServer.mjs').CodeServer} codeServer
 * @param {Profile} profile
 * @param {string} vsix
 */
export async function installExtension(codeServer, profile, vsix) {
  const { code, output } = await run(
    codeServer.node,
    [codeServer.main, ...profileArguments(profile), '--install-extension', vsix, '--force'],
    { env: serverEnvironment(profile) },
  );
  // The server's own installer answers 0 even for a file that is no extension.
  if (code !== 0 || !output.includes('was successfully installed')) {
    throw new Error(`VS Code could not install ${vsix}:\n${output}`);
  }
}

/**
 * Starts a server on the loopback interface and waits until it answers.
 * @param {import('./codeServer.mjs').CodeServer} codeServer
 * @param {Profile} profile
 * @param {{ port?: number, args?: readonly string[], env?: NodeJS.ProcessEnv }} [options]
 *   port 0 (the default) lets the system choose
 * @returns {Promise<Server>}
 */
export async function startServer(codeServer, profile, { port = 0, args = [], env = {} } = {}) {
  if (port !== 0) {
    await requireFreePort(port);
  }
  const child = start(
    codeServer.node,
    [
      codeServer.main,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--without-connection-token',
      '--telemetry-level',
      'off',
      ...profileArguments(profile),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...serverEnvironment(profile), ...env } },
  );
  let log = '';
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
  /** @type {Promise<number>} */
  const listening = new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`VS Code's server did not start within a minute:\n${log}`));
    }, startTimeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        log += text;
        const match = /agent listening on (\d+)/.exec(log);
        if (match !== null) {
          clearTimeout(timer);
          resolve(Number(match[1]));
        }
      });
    }
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`VS Code's server ended with ${code} before it answered:\n${log}`));
    });
  });
  try {
    const authority = `127.0.0.1:${await listening}`;
    const origin = `http://${authority}`;
    const answer = await fetch(`${origin}/version`);
    if (!answer.ok) {
      throw new Error(`VS Code's server answers ${answer.status}:\n${log}`);
    }
    return { origin, authority, log: () => log, ended, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** @param {Profile} profile */
function profileArguments(profile) {
  return [
    '--accept-server-license-terms',
    '--server-data-dir',
    profile.folder,
    '--extensions-dir',
    join(profile.folder, 'extensions'),
  ];
}

/**
 * The caller's environment less what would lead the server to another VS Code's or npm's settings,
 * and with the profile's home.
 * @param {Profile} profile
 */
function serverEnvironment(profile) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VSCODE_|ELECTRON_|npm_|NODE_OPTIONS$|XDG_)/.test(name),
    ),
  );
  return { ...env, HOME: profile.home, USERPROFILE: profile.home };
}

/** @param {number} port @returns {Promise<void>} */
function requireFreePort(port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      reject(
        new Missing(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken: choose another with --port, or leave it out to get a free one.`
            : `Port ${port} cannot be used (${error.code ?? error.message}): choose another with --port.`,
        ),
      );
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve();
      });
    });
  });
}
