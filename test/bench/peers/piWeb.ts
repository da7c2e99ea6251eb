import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cachedFolder } from '../../vscode/cache.mjs';
import { removeFolder, temporaryFolder } from '../../vscode/children.mjs';
import { ensureNode } from '../../vscode/codeServer.mjs';
import { Missing } from '../../vscode/missing.mjs';
import { npmInstall } from '../../vscode/npm.mjs';

const packageName = '@agegr/pi-web';
export const piWebVersion = '0.9.3';

/** The viewer as published, without install scripts, downloaded once into the cache folder. */
async function ensurePiWeb(): Promise<string> {
  const folder = await cachedFolder(
    `pi-web-${piWebVersion}`,
    `Fetching ${packageName} ${piWebVersion} from npm (once, 560 MB on disk)`,
    async (target) => {
      writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
      await npmInstall(target, [`${packageName}@${piWebVersion}`]);
    },
  );
  return join(folder, 'node_modules', packageName, 'bin', 'pi-web.js');
}

/**
 * The viewer's own server on loopback. It writes an index beside the sessions, so it gets its own
 * home, whose session folder is a link to the measured sessions.
 */
export class PiWeb {
  readonly #stop: () => Promise<void>;

  private constructor(
    private readonly port: number,
    stop: () => Promise<void>,
  ) {
    this.#stop = stop;
  }

  /** Started and warm: it has answered a request but not read the sessions. */
  static async start(sessions: string): Promise<PiWeb> {
    const script = await ensurePiWeb();
    const node = await ensureNode();
    const home = temporaryFolder('pi-web');
    mkdirSync(join(home, '.pi', 'agent'), { recursive: true });
    symlinkSync(sessions, join(home, '.pi', 'agent', 'sessions'), 'dir');
    const port = await freePort();
    const server = spawn(node, [script, '--port', String(port), '--no-open'], {
      env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, NEXT_TELEMETRY_DISABLED: '1' },
      stdio: 'ignore',
    });
    const ended = new Promise<void>((resolve) => {
      server.on('exit', () => {
        resolve();
      });
    });
    const stop = async () => {
      server.kill('SIGTERM');
      await ended;
      removeFolder(home);
    };
    const piWeb = new PiWeb(port, stop);
    for (let attempt = 0; attempt < 100; attempt += 1) {
      await sleep(200);
      try {
        await fetch(`http://127.0.0.1:${port}/api/sessions/none/state`);
        return piWeb;
      } catch (error) {
        if (server.exitCode !== null) {
          throw new Missing(`${packageName} ended with ${server.exitCode}: ${String(error)}`);
        }
      }
    }
    await stop();
    throw new Missing(`${packageName} did not answer within 20 seconds.`);
  }

  /** @throws Error unless the response is a success. */
  async get(path: string): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`);
    if (!answer.ok) {
      throw new Error(`${path}: ${answer.status}`);
    }
    return await answer.json();
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
