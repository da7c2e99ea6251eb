import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { packageBuilt, vsixPath } from '../../steps/packageStep.mjs';
import { removeFolder, temporaryFolder } from '../../vscode/children.mjs';
import { ensureCodeServer } from '../../vscode/codeServer.mjs';
import { runHostSuite } from '../../vscode/hostSuite.mjs';
import { inRepository } from '../../vscode/repository.mjs';
import {
  calmSettings,
  installExtension,
  serverUserFolder,
  startServer,
  writeSettings,
} from '../../vscode/server.mjs';
import { project } from '../data/benchData.ts';
import { jobVariable, type Job, type Turns } from './job.ts';
import { SessionsView } from './sessionsView.ts';

/** Folders of agents' sessions, below a home of the bench. */
const stores = {
  keen: ['.keen', 'sessions'],
  pi: ['.pi', 'agent', 'sessions'],
  fen: ['.local', 'state', 'fen', 'sessions'],
  agent: ['.config', 'agent', 'sessions'],
} as const;

/** VS Code runs tests only beside an extension in development; this one does nothing. */
const developmentManifest = {
  name: 'probe',
  version: '1.0.0',
  publisher: 'session-browser',
  engines: { vscode: '^1.106.0' },
};

/** Of each wait, ms: ends only what never comes, however busy the machine is. */
const limitMs = 120_000;

/** @throws Error with what is wrong with the last production build. */
export async function packageExtension(): Promise<void> {
  const quiet = { grep: undefined, verbose: false, onOutput: undefined };
  const { failed, output } = await packageBuilt(quiet);
  if (failed > 0) {
    throw new Error(`The extension cannot be packaged: ${output}`);
  }
}

/**
 * Opens a new window of a real VS Code, with a new profile and the packaged extension, over the
 * sessions of homes.
 *
 * @param use operates the window.
 * @returns what was recorded meanwhile.
 */
export async function inWindow(
  homes: readonly string[],
  { sessions, isRecorded }: Pick<Job, 'sessions' | 'isRecorded'>,
  use: (view: SessionsView) => Promise<void>,
): Promise<Turns> {
  const codeServer = await ensureCodeServer();
  const folder = temporaryFolder('bench');
  const within = (name: string) => join(folder, name);
  const profile = { folder: within('profile'), home: within('home') };
  const [development, workspace] = [within('development'), within('bench.code-workspace')];
  mkdirSync(profile.home);
  mkdirSync(development);
  writeFileSync(join(development, 'package.json'), JSON.stringify(developmentManifest));
  const settings = Object.fromEntries(
    Object.entries(stores).map(([agent, names]) => [
      `sessionBrowser.agents.${agent}.extraRoots`,
      homes.map((home) => join(home, ...names)),
    ]),
  );
  writeFileSync(workspace, JSON.stringify({ folders: [{ path: project }], settings }));
  writeSettings(serverUserFolder(profile), calmSettings);
  await installExtension(codeServer, profile, vsixPath());
  const files = { ready: within('ready'), done: within('done'), result: within('result.json') };
  const job: Job = { sessions, isRecorded, ...files };
  const server = await startServer(codeServer, profile, {
    args: ['--enable-smoke-test-driver', '--disable-workspace-trust'],
    env: { [jobVariable]: JSON.stringify(job) },
  });
  let output = '';
  let used = Promise.resolve();
  try {
    const code = await runHostSuite(server, {
      workspace,
      entry: inRepository('dist', 'test', 'bench', 'vscode', 'probe.cjs'),
      developmentExtension: development,
      onOutput: (line) => {
        output += `${line}\n`;
      },
      onPage: (page) => {
        page.setDefaultTimeout(limitMs);
        used = untilReady(job)
          .then(() => use(new SessionsView(page)))
          .finally(() => {
            writeFileSync(job.done, '');
          });
        // Awaited below, once the probe has ended.
        used.catch(() => undefined);
      },
    });
    await used;
    if (code !== 0) {
      throw new Error(`The probe in VS Code ended with ${code}:\n${output.slice(-2_000)}`);
    }
    return JSON.parse(readFileSync(job.result, 'utf8')) as Turns;
  } finally {
    await server.stop();
    removeFolder(folder);
  }
}

function untilReady({ ready }: Job): Promise<void> {
  return eventually(() => {
    assert.ok(existsSync(ready), 'The probe did not start.');
  }, 5 * limitMs);
}
