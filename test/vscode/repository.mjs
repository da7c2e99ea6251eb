import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout, found by its lock file, because this module also runs bundled, from below dist. */
export const repository = folderAbove(import.meta.dirname);

/** @param {string} folder @returns {string} */
function folderAbove(folder) {
  return existsSync(join(folder, 'package-lock.json')) ? folder : folderAbove(dirname(folder));
}

/** @param {readonly string[]} segments */
export function inRepository(...segments) {
  return join(repository, ...segments);
}

/**
 * Loads one of the extension's TypeScript modules into a script that Node runs directly.
 * @template T
 * @param {string} path below the repository
 * @returns {Promise<T>}
 */
export async function importTypeScript(path) {
  const { outputFiles } = await build({
    absWorkingDir: repository,
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.text ?? '';
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return /** @type {Promise<T>} */ (import(address));
}
