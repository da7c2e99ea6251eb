import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Copies an extension to where VS Code finds it: what its package would hold, by its allow-list, or
 * everything without one. A link would let VS Code write to the extension's manifest.
 * @param {string} source the extension's folder, built
 * @param {string} extensions VS Code's folder of extensions
 */
export function copyExtension(source, extensions) {
  const { publisher, name } = /** @type {{ publisher: string, name: string }} */ (
    JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  );
  const id = `${publisher}.${name}`;
  for (const found of existsSync(extensions) ? readdirSync(extensions) : []) {
    // Older versions too; and the list of extensions, without which VS Code looks through the folder.
    if (found === id || found.startsWith(`${id}-`) || found === 'extensions.json') {
      rmSync(join(extensions, found), { recursive: true });
    }
  }
  const list = join(source, '.vscodeignore');
  const parts = existsSync(list)
    ? [...readFileSync(list, 'utf8').matchAll(/^!(.+?)(?:\/\*\*)?$/gm)].map(
        ([, part]) => part ?? '',
      )
    : [''];
  for (const part of parts.filter((each) => existsSync(join(source, each)))) {
    cpSync(join(source, part), join(extensions, id, part), { recursive: true });
  }
}
