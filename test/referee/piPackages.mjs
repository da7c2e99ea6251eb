import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from '../vscode/cache.mjs';
import { Missing } from '../vscode/missing.mjs';
import { npmInstall } from '../vscode/npm.mjs';

const packageName = '@earendil-works/pi-coding-agent';

/**
 * The versions of pi that are asked. 0.74.2 is the last that runs on Node 20 as a whole. 0.87.1 has
 * edits of the context, and its session manager, which is all that is asked, runs there too. Later
 * ones name dependencies that npm does not have (0.99.1: `chord`, 1.5.2: `pi-codemode`).
 */
export const piVersions = ['0.74.2', '0.87.1'];

/**
 * pi as published, without its install scripts, fetched once into the cache folder. Nothing of it is
 * ever a part of the product.
 * @param {string} version
 * @returns {Promise<string>} the package's folder
 */
export async function ensurePi(version) {
  const folder = await cachedFolder(
    `pi-${version}`,
    `Fetching pi ${version} from npm (once, 180 MB on disk)`,
    async (target) => {
      // A package of its own keeps npm from looking for one further up.
      writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
      await npmInstall(target, [`${packageName}@${version}`]);
    },
  );
  const path = join(folder, 'node_modules', packageName);
  if (!existsSync(join(path, 'dist', 'core', 'session-manager.js'))) {
    throw new Missing(`${folder} is damaged: delete it, then try again.`);
  }
  return path;
}
