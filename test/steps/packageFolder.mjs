import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vsce from '@vscode/vsce';
import { inRepository } from '../vscode/repository.mjs';

/** What package.json has for developers only. */
const forDevelopers = ['scripts', 'devDependencies', 'imports', 'prettier'];

/**
 * Makes the folder that is packaged: what `.vscodeignore` allows of the checkout and of what was built
 * last, with a manifest and a README for users.
 * @returns {Promise<string>} its path
 */
export async function makePackageFolder() {
  const folder = inRepository('dist', 'package');
  rmSync(folder, { recursive: true, force: true });
  const files = await vsce.listFiles({
    cwd: inRepository(),
    packageManager: vsce.PackageManager.None,
  });
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(inRepository(file), join(folder, file));
  }
  const whole = /** @type {Record<string, unknown>} */ (
    JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
  );
  const manifest = Object.fromEntries(
    Object.entries(whole).filter(([name]) => !forDevelopers.includes(name)),
  );
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const readme = readFileSync(inRepository('README.md'), 'utf8');
  writeFileSync(join(folder, 'README.md'), standaloneMarkdown(readme));
  return folder;
}

/**
 * A README that needs no other file. VS Code's page of an extension shows pictures from the web alone,
 * neither such as lie beside the text nor such as lie in it, and no link leads from there into the
 * checkout.
 * @param {string} markdown
 */
export function standaloneMarkdown(markdown) {
  return markdown
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n/gm, '')
    .replace(/(?<!!)\[([^\]]*)\]\((?![\w+.-]+:|#)[^)]*\)/g, '$1');
}
