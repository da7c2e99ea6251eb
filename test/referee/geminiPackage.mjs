import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedFolder } from '../vscode/cache.mjs';
import { Missing } from '../vscode/missing.mjs';
import { npmInstall } from '../vscode/npm.mjs';

/** The version that the adapter was checked against. */
const version = '0.61.0';

/**
 * Gemini CLI as published, without its install scripts, downloaded once into the cache folder. It is
 * never part of the extension.
 * @returns {Promise<string>} the program, for Node
 */
export async function ensureGemini() {
  const folder = await cachedFolder(
    `gemini-${version}`,
    `Fetching Gemini CLI ${version} from npm (once, up to 130 MB on disk)`,
    async (target) => {
      // A package of its own keeps npm from looking for one further up.
      writeFileSync(join(target, 'package.json'), '{ "private": true }\n');
      await npmInstall(target, ['--omit=optional', `@google/gemini-cli@${version}`]);
    },
  );
  const program = join(folder, 'node_modules', '@google', 'gemini-cli', 'bundle', 'gemini.js');
  if (!existsSync(program)) {
    throw new Missing(`${folder} is damaged: delete it, then try again.`);
  }
  return program;
}
