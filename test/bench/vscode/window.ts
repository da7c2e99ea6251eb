import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packageStep, vsixPath } from '../../steps/packageStep.mjs';
import { removeFolder, temporaryFolder } from '../../vscode/children.mjs';
import { ensureCodeServer } from '../../vscode/codeServer.mjs';
import { runHostSuite } from '../../vscode/hostSuite.mjs';
import { Missing } from '../../vscode/missing.mjs';
import { inRepository } from '../../vscode/repository.mjs';
import {
  calmSettings,
  installExtension,
  serverUserFolder,
  startServer,
  writeSettings,
} from '../../vscode/server.mjs';
import { project } from '../data/benchData.ts';
import { developmentExtension, packageBare } from './bareExtension.ts';
import { doneVariable, jobVariable, resultVariable, type Job, type JobResult } from './job.ts';

/** Folders of agents' sessions, below a benchmark home. */
const stores = {
  keen: ['.keen', 'sessions'],
  pi: ['.pi', 'agent', 'sessions'],
  fen: ['.local', 'state', 'fen', 'sessions'],
  agent: ['.config', 'agent', 'sessions'],
} as const;

/**
 * A real VS Code with the packaged extension installed, over a benchmark home's sessions. Downloads
 * and builds happen once; each run is a new window with a new profile.
 */
export class BenchWindows {
  readonly #folder = temporaryFolder('bench');
  readonly #development: string;
  #bare: Promise<string> | undefined;
  #runs = 0;

  private constructor(private readonly homes: readonly string[]) {
    this.#development = developmentExtension(this.#folder);
  }

  /** @throws Missing with a message if no VS Code or browser is available. */
  static async open(homes: readonly string[]): Promise<BenchWindows> {
    await ensureCodeServer();
    await ensurePackage();
    return new BenchWindows(homes);
  }

  /** @param drive operates the window from the start, for jobs that wait for that. */
  async run<Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    drive?: (page: Page) => Promise<void>,
  ): Promise<Extract<JobResult, { kind: Kind }>> {
    this.#runs += 1;
    const folder = join(this.#folder, String(this.#runs));
    const home = join(folder, 'home');
    mkdirSync(home, { recursive: true });
    const codeServer = await ensureCodeServer();
    const profile = { folder: join(folder, 'profile'), home };
    const result = join(folder, 'result.json');
    const done = join(folder, 'done');
    const workspace = join(folder, 'bench.code-workspace');
    const settings = this.#rootSettings();
    writeFileSync(workspace, JSON.stringify({ folders: [{ path: project }], settings }));
    writeSettings(serverUserFolder(profile), calmSettings);
    await installExtension(codeServer, profile, vsixPath());
    if (job.kind === 'activation') {
      this.#bare ??= packageBare(this.#folder);
      await installExtension(codeServer, profile, await this.#bare);
    }
    const server = await startServer(codeServer, profile, {
      args: ['--enable-smoke-test-driver', '--disable-workspace-trust'],
      env: {
        [jobVariable]: JSON.stringify(job),
        [resultVariable]: result,
        [doneVariable]: done,
      },
    });
    let said = '';
    let driven = Promise.resolve();
    try {
      const code = await runHostSuite(server, {
        workspace,
        entry: inRepository('dist', 'test', 'bench', 'vscode', 'probe.cjs'),
        developmentExtension: this.#development,
        onOutput: (line) => {
          said += `${line}\n`;
        },
        onPage: (page) => {
          driven =
            drive?.(page).finally(() => {
              writeFileSync(done, '');
            }) ?? driven;
          // Awaited below, once the probe has ended.
          driven.catch(() => undefined);
        },
      });
      await driven;
      if (code !== 0) {
        throw new Error(`The probe in VS Code ended with ${code}:\n${said.slice(-2_000)}`);
      }
      return JSON.parse(readFileSync(result, 'utf8')) as Extract<JobResult, { kind: Kind }>;
    } finally {
      await server.stop();
      removeFolder(folder);
    }
  }

  #rootSettings(): Record<string, readonly string[]> {
    return Object.fromEntries(
      Object.entries(stores).map(([agent, names]) => [
        `sessionBrowser.agents.${agent}.extraRoots`,
        this.homes.map((home) => join(home, ...names)),
      ]),
    );
  }
}

/** Packages the extension, unless the package is up to date. */
async function ensurePackage(): Promise<void> {
  const made = statSync(vsixPath(), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ['src', 'webview', 'media', 'package.json', 'esbuild.mjs', 'README.md'];
  if (sources.some((name) => changedAt(inRepository(name)) > made)) {
    const { failed, output } = await packageStep({
      grep: undefined,
      verbose: false,
      onOutput: undefined,
    });
    if (failed > 0) {
      throw new Missing(`The extension cannot be packaged, so it cannot be measured:\n${output}`);
    }
  }
}

function changedAt(path: string): number {
  const stats = statSync(path);
  return stats.isDirectory()
    ? Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => changedAt(join(path, name))))
    : stats.mtimeMs;
}
