import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from '../vscode/cache.mjs';
import { Missing } from '../vscode/missing.mjs';
import { npmInstall, npmUnpack } from '../vscode/npm.mjs';

const packageName = '@earendil-works/pi-coding-agent';
const modelsPackageName = '@earendil-works/pi-ai';

/**
 * Versions of pi to compare with: the last that fully runs on Node 20, the last that npm can
 * install, and the newest that the adapter was checked against.
 */
export const piVersions = ['0.74.2', '0.87.1', '1.5.2'];

/** The newest that runs. */
export const recordedPi = '0.87.1';

/** npm lacks some of its dependencies (`pi-codemode`, `pi-schema`). */
const sessionManagerOnly = '1.5.2';

/**
 * pi as published, without its install scripts, downloaded once into the cache folder. It is never
 * part of the extension.
 * @param {string} version
 * @returns {Promise<string>} the package's folder
 */
export async function ensurePi(version) {
  const folder = await cachedFolder(
    `pi-${version}`,
    `Fetching pi ${version} from npm (once, up to 180 MB on disk)`,
    async (target) => {
      // A package of its own keeps npm from looking for one further up.
      writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
      if (version === sessionManagerOnly) {
        await installSessionManager(target, version);
      } else {
        await npmInstall(target, [`${packageName}@${version}`]);
      }
    },
  );
  const path = join(folder, 'node_modules', packageName);
  if (!existsSync(join(path, 'dist', 'core', 'session-manager.js'))) {
    throw new Missing(`${folder} is damaged: delete it, then try again.`);
  }
  return path;
}

/**
 * Installs only what pi's session manager needs. It uses two functions of pi-ai, whose entry point
 * would load everything else too, so it is replaced by one that exports just these.
 * @param {string} target
 * @param {string} version
 */
async function installSessionManager(target, version) {
  await npmInstall(target, ['cross-spawn@7.0.6']);
  for (const name of [packageName, modelsPackageName]) {
    await npmUnpack(`${name}@${version}`, join(target, 'node_modules', name));
  }
  writeFileSync(
    join(target, 'node_modules', modelsPackageName, 'dist', 'index.js'),
    `export { getCurrentSystemMessage } from './utils/transcript.js';
export { uuidv7 } from './utils/uuid.js';
`,
  );
}
