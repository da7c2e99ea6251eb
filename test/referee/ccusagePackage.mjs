import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from '../vscode/cache.mjs';
import { Missing } from '../vscode/missing.mjs';
import { npmInstall } from '../vscode/npm.mjs';

/** The version that our sums and prices were compared with. */
const version = '20.0.24';

/**
 * ccusage as published, downloaded once into the cache folder. It is never part of the extension.
 * @returns {Promise<string>} the program, for Node
 */
export async function ensureCcusage() {
  const folder = await cachedFolder(
    `ccusage-${version}`,
    `Fetching ccusage ${version} from npm (once, 5 MB on disk)`,
    async (target) => {
      // A package of its own keeps npm from looking for one further up.
      writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
      await npmInstall(target, [`ccusage@${version}`]);
    },
  );
  const program = join(folder, 'node_modules', 'ccusage', 'src', 'cli.js');
  if (!existsSync(program)) {
    throw new Missing(`${folder} is damaged: delete it, then try again.`);
  }
  return program;
}
