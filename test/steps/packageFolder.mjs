import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRepository } from '../vscode/repository.mjs';

/** Files and folders of the checkout that users get. What is in them, `packageRules.mjs` checks. */
const parts = [
  'package.nls.json',
  'CHANGELOG.md',
  'LICENSE',
  'dist/ThirdPartyNotices.txt',
  'dist/extension.cjs',
  'dist/host',
  'dist/readAhead.cjs',
  'dist/worker.cjs',
  'dist/webview',
  'media/icon.png',
  'media/activity-bar.svg',
];

/** What package.json has for developers only. */
const forDevelopers = ['scripts', 'devDependencies', 'imports', 'prettier'];

/**
 * Makes the folder that is packaged, with what was built last.
 * @returns {string} its path
 */
export function makePackageFolder() {
  const folder = inRepository('dist', 'package');
  rmSync(folder, { recursive: true, force: true });
  for (const part of parts) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(inRepository(part), join(folder, part), { recursive: true });
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
