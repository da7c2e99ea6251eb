import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDemo } from '../demo/demo.mjs';
import { demoSettings } from '../demo/demoSettings.mjs';
import { writeScriptedModel } from '../steps/helperPackage.mjs';
import { cacheFolder } from '../vscode/cache.mjs';
import { run, temporaryFolder } from '../vscode/children.mjs';
import { ensureCodeServer } from '../vscode/codeServer.mjs';
import { Missing, runMain } from '../vscode/missing.mjs';
import { withProgress } from '../vscode/progress.mjs';
import { inRepository } from '../vscode/repository.mjs';
import {
  calmSettings,
  requireFreePort,
  serverUserFolder,
  startServer,
  writeSettings,
} from '../vscode/server.mjs';
import { desktopVersion, openDesktop } from './desktop.mjs';
import { copyExtension } from './extensionFolder.mjs';
import { readStartOptions, startUsage } from './startOptions.mjs';

/**
 * @typedef {object} Place what is opened
 * @property {string} folder
 * @property {import('../vscode/server.mjs').Profile} profile
 * @property {Record<string, unknown>} settings
 * @property {readonly string[]} extensions their folders
 */

await runMain(async () => {
  const options = readStartOptions(process.argv.slice(2), process.env);
  if (options.help) {
    console.log(startUsage);
    return 0;
  }
  const desktop = options.web ? undefined : await desktopVersion();
  if (desktop !== undefined) {
    requireNewEnough(desktop);
  }
  if (options.port !== 0) {
    await requireFreePort(options.port);
  }
  await withProgress('Building Session Browser', buildProduct);
  const place =
    options.folder === undefined ? await demoPlace() : ownPlace(options.folder, desktop);

  process.prependListener('SIGINT', () => {
    console.log('\nStopped.');
    process.exit(0);
  });
  return desktop === undefined ? serve(place, options) : showDesktop(place, desktop);
});

async function buildProduct() {
  const { code, output } = await run(process.execPath, ['esbuild.mjs', '--product'], {
    cwd: inRepository(),
  });
  if (code !== 0) {
    throw new Missing(output.trimEnd());
  }
}

/** A fresh demo, gone when this ends. @returns {Promise<Place>} */
async function demoPlace() {
  const folder = temporaryFolder('demo');
  const { home, workspace } = await makeDemo(folder);
  const model = join(folder, 'scripted-model');
  await writeScriptedModel(model);
  return {
    folder: workspace,
    profile: { folder: join(folder, 'profile'), home },
    settings: demoSettings,
    extensions: [inRepository(), model],
  };
}

/**
 * A user's folder, with the user's home but our own profile, which is reused next time.
 * @param {string} folder
 * @param {string | undefined} desktop
 * @returns {Place}
 */
function ownPlace(folder, desktop) {
  const kind = desktop === undefined ? 'web' : 'desktop';
  return {
    folder,
    profile: { folder: join(cacheFolder(), `profile-${kind}`) },
    settings: calmSettings,
    extensions: [inRepository()],
  };
}

/** @param {Place} place @param {string} version */
async function showDesktop({ profile, folder, extensions, settings }, version) {
  console.log(`Opening ${folder} in VS Code ${version}. Close its window or press Ctrl+C to end.`);
  return openDesktop(profile, folder, extensions, settings);
}

/**
 * @param {Place} place
 * @param {import('./startOptions.mjs').StartOptions} options
 */
async function serve({ profile, folder, extensions, settings }, { port, open }) {
  const codeServer = await ensureCodeServer();
  writeSettings(serverUserFolder(profile), settings);
  for (const extension of extensions) {
    copyExtension(extension, join(profile.folder, 'extensions'));
  }
  const server = await startServer(codeServer, profile, { port, withToken: true });
  const query = new URLSearchParams({ tkn: server.token ?? '', folder });
  const address = `${server.origin}/?${query.toString()}`;
  console.log(`\nVS Code runs with Session Browser. Open this address:\n\n  ${address}\n`);
  console.log('Ctrl+C ends it.');
  if (open) {
    await openAddress(address);
  }
  const code = await server.ended;
  console.error(`VS Code's server ended by itself:\n${server.log()}`);
  return code === 0 ? 1 : code;
}

/** @param {string} address */
async function openAddress(address) {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address];
  try {
    await run(command, args);
  } catch (error) {
    if (!(error instanceof Missing)) {
      throw error;
    }
    console.error(`${error.message} Open the address by hand.`);
  }
}

/** @param {string} version of the desktop VS Code */
function requireNewEnough(version) {
  const manifest = /** @type {{ engines: { vscode: string } }} */ (
    JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
  );
  const wanted = manifest.engines.vscode.replace('^', '');
  if (version.localeCompare(wanted, 'en', { numeric: true }) < 0) {
    throw new Missing(
      `VS Code ${version} is too old, Session Browser needs ${wanted}: update it, or add --web.`,
    );
  }
}
