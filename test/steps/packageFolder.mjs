import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vsce from '@vscode/vsce';
import { inRepository } from '../vscode/repository.mjs';

/** Development-only fields of package.json. */
const forDevelopers = ['scripts', 'allowScripts', 'devDependencies', 'imports'];

/**
 * Creates the folder to package: everything `.vscodeignore` permits from the checkout and the last
 * build, with a manifest and a README for users.
 * @returns {Promise<{ folder: string, flags: readonly string[] }>} its path, and what to tell vsce
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
  // Given a repository, vsce turns all relative links into addresses of its files.
  const isPublished = manifest.repository !== undefined;
  writeFileSync(join(folder, 'README.md'), isPublished ? readme : standaloneMarkdown(readme));
  return {
    folder,
    flags: isPublished ? [] : ['--allow-missing-repository', '--no-rewrite-relative-links'],
  };
}

/** The rest of the README is for people with a checkout. */
const endForUsers = '<!-- The README in the package ends here. -->';

/**
 * Makes a README self-contained. On an extension's Details page, VS Code shows only pictures from
 * the web: it drops those in the package and inline ones (`data:`), and links cannot open files of
 * the package.
 * @param {string} markdown
 */
export function standaloneMarkdown(markdown) {
  const [forUsers = ''] = markdown.split(endForUsers);
  return forUsers
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n/gm, '')
    .replace(/(?<!!)\[([^\]]*)\]\((?![\w+.-]+:|#)[^)]*\)/g, '$1');
}
