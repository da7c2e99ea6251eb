import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';

/** Everything committed or about to be. */
const files = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((name) => name !== '');

describe('the checkout', () => {
  it('has at its top what tools need there, and nothing else', () => {
    const allowed = [
      '.ci',
      '.gitignore',
      '.oxfmtrc.json',
      '.vscode',
      '.vscodeignore',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'esbuild.mjs',
      'media',
      'oxlint.config.mjs',
      'package-lock.json',
      'package.json',
      'package.nls.de.json',
      'package.nls.json',
      'src',
      'test',
      'tsconfig.json',
      'webview',
    ];
    assert.deepEqual([...new Set(files.map((name) => name.split('/')[0]))].sort(), allowed);
  });

  it('names no machine and no package registry', () => {
    // Concatenated, because this file is searched too.
    const registries = [
      ['registry', 'npmjs', 'org'],
      ['registry', 'yarnpkg', 'com'],
      ['npm', 'pkg', 'github', 'com'],
      ['deb', 'debian', 'org'],
    ].map((parts) => parts.join('.'));
    const places = [process.cwd(), homedir()].filter(isTelling);
    const faults = files.flatMap((name) => {
      const text = readFileSync(name, 'latin1');
      return [
        ...registries.filter((host) => text.includes(host)),
        ...places.filter((place) => text.includes(`${place}/`) || text.includes(`${place}\\`)),
      ].map((found) => `${name} names ${found}`);
    });
    assert.deepEqual(faults, []);
  });
});

/** A path that can only be from this machine: not `/`, `/tmp` or an example folder. */
function isTelling(path: string): boolean {
  return path.length > 1 && path !== tmpdir() && !path.startsWith('/home/user');
}
