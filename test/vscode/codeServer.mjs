import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedFolder } from './cache.mjs';
import { Missing } from './missing.mjs';
import { npmInstall } from './npm.mjs';
import {
  codeServerVersion,
  nodeMajor,
  nodePackages,
  oldNodePackages,
  vscodeVersion,
} from './versions.mjs';

/**
 * What is needed to start a real VS Code server.
 * @typedef {object} CodeServer
 * @property {string} node executable of Node 24
 * @property {string} main the server's own entry file
 */

/**
 * VS Code from npm, downloaded once. The package is installed as published, without compiling: its
 * two inner packages come without their modules, so each is installed separately. The optional
 * `@vscode/spdlog` is then missing, which costs one line in the server's log.
 * @returns {Promise<CodeServer>}
 */
export async function ensureCodeServer() {
  const node = await ensureNode();
  const folder = await cachedFolder(
    `code-server-${codeServerVersion}`,
    `Fetching VS Code ${vscodeVersion} from npm (once, 620 MB on disk)`,
    async (target) => {
      writePackage(target);
      const path = dirname(node);
      await npmInstall(target, [`code-server@${codeServerVersion}`], path);
      const inner = join(target, 'node_modules', 'code-server', 'lib', 'vscode');
      await npmInstall(inner, ['--omit=dev'], path);
      await npmInstall(join(inner, 'extensions'), ['--omit=dev'], path);
    },
  );
  const main = join(
    folder,
    'node_modules',
    'code-server',
    'lib',
    'vscode',
    'out',
    'server-main.js',
  );
  if (!existsSync(main)) {
    throw new Missing(`${folder} is damaged: delete it, then try again.`);
  }
  return { node, main };
}

/**
 * Also the Node for tests that need a newer one than the oldest supported.
 * @returns {Promise<string>} an executable of the Node that the server needs
 */
export async function ensureNode() {
  return Number(process.versions.node.split('.')[0]) === nodeMajor
    ? process.execPath
    : await fetchNode(nodePackages);
}

/** @returns {Promise<string>} an executable of the oldest Node in which VS Code reads databases */
export async function ensureOldNode() {
  return await fetchNode(oldNodePackages);
}

/** @param {Readonly<Record<string, string>>} packages by platform */
async function fetchNode(packages) {
  const platform = `${process.platform}-${process.arch}`;
  const wanted = packages[platform];
  if (wanted === undefined) {
    throw new Missing(
      `There is no VS Code to fetch from npm for ${platform}: install the desktop VS Code and put its \`code\` command on PATH.`,
    );
  }
  const [name = '', version = ''] = wanted.split('@');
  const folder = await cachedFolder(
    `${name}-${version}`,
    `Fetching Node ${version} for VS Code from npm (once)`,
    async (target) => {
      writePackage(target);
      await npmInstall(target, [wanted]);
    },
  );
  return join(folder, 'node_modules', name, 'bin', 'node');
}

/** A package of its own keeps npm from looking for one further up. @param {string} folder */
function writePackage(folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
}
