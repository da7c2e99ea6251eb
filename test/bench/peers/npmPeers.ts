import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedFolder } from '../../vscode/cache.mjs';
import { ensureNode } from '../../vscode/codeServer.mjs';
import { npmInstall } from '../../vscode/npm.mjs';

/** The newest version that is JavaScript: from 20 on it is a program for each platform. */
export const ccusageVersion = '19.0.3';
export const claudeSessionsVersion = '0.1.3';

/** As published, without install scripts, downloaded once into the cache folder. */
async function modules(name: string, specs: readonly string[]): Promise<string> {
  const folder = await cachedFolder(
    name,
    `Fetching ${specs.join(' ')} from npm`,
    async (target) => {
      writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
      await npmInstall(target, specs);
    },
  );
  return join(folder, 'node_modules');
}

/**
 * ccusage's list of sessions with their tokens and costs, by a program of its own that is started for it.
 *
 * @param home with sessions. @returns the number of sessions.
 */
export async function ccusage(): Promise<(home: string) => number> {
  const folder = await modules(`ccusage-${ccusageVersion}`, [`ccusage@${ccusageVersion}`]);
  const script = join(folder, 'ccusage', 'dist', 'cli.js');
  const node = await ensureNode();
  return (home) => {
    const { stdout, stderr } = spawnSync(node, [script, 'session', '--json', '--offline'], {
      env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home },
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    try {
      const answer = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      const lists = Object.values(answer).filter((value) => Array.isArray(value));
      return lists.reduce((sum, list) => sum + list.length, 0);
    } catch {
      throw new Error(`ccusage answered: ${stdout.slice(0, 200)}${stderr.slice(0, 500)}`);
    }
  };
}

interface ClaudeSessions {
  listSessions(folder: string): unknown;
}

interface Effect {
  runPromise(effect: unknown): Promise<readonly unknown[]>;
}

/** The list of the library below claude-code-sessions, a manager of Claude Code's sessions. */
export async function claudeSessions(): Promise<
  (home: string, folder: string) => Promise<readonly unknown[]>
> {
  const folder = await modules(`claude-sessions-${claudeSessionsVersion}`, [
    `@claude-sessions/core@${claudeSessionsVersion}`,
  ]);
  const load = async (...path: readonly string[]) =>
    (await import(pathToFileURL(join(folder, ...path)).href)) as unknown;
  const library = (await load('@claude-sessions', 'core', 'dist', 'index.js')) as ClaudeSessions;
  const { Effect } = (await load('effect', 'dist', 'esm', 'index.js')) as { Effect: Effect };
  return async (home, name) => {
    const before = process.env.HOME;
    process.env.HOME = home;
    try {
      return await Effect.runPromise(library.listSessions(name));
    } finally {
      process.env.HOME = before;
    }
  };
}
