import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Missing } from './missing.mjs';
import { commandFile, run } from './children.mjs';

/** Error codes in npm's output when it cannot reach its registry. */
const networkCodes =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT)\b/;

/**
 * Two more attempts within seconds: people without a network should not wait minutes to learn of it.
 */
const standing = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=4000',
];

/**
 * Runs `npm install` with the running npm, without install scripts, so nothing downloaded gets
 * executed.
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {string} [pathPrefix] folder that comes first on PATH
 * @throws Missing with a sentence that says what could not be fetched
 */
export async function npmInstall(folder, args, pathPrefix) {
  const result = await runNpm(['install', ...args, ...standing], {
    cwd: folder,
    env: installEnvironment(pathPrefix),
  });
  assertFetched(result, args.filter((arg) => !arg.startsWith('-')).join(' ') || 'packages');
}

/**
 * Unpacks one package into a folder, without its dependencies.
 * @param {string} spec name and version
 * @param {string} folder is made
 * @throws Missing with a sentence that says what could not be fetched
 */
export async function npmUnpack(spec, folder) {
  mkdirSync(folder, { recursive: true });
  const packed = await runNpm(['pack', spec, ...standing], {
    cwd: folder,
    env: installEnvironment(undefined),
  });
  assertFetched(packed, spec);
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  if (archive === undefined) {
    throw new Missing(`npm packed no archive of ${spec}:\n${packed.output.trimEnd()}`);
  }
  // Windows 10 and later have tar, too.
  const unpacked = await run('tar', ['-xzf', archive, '--strip-components=1'], { cwd: folder });
  if (unpacked.code !== 0) {
    throw new Missing(`tar could not unpack ${spec}:\n${unpacked.output.trimEnd()}`);
  }
  rmSync(join(folder, archive));
}

/** @param {{ code: number, output: string }} result @param {string} what */
function assertFetched({ code, output }, what) {
  if (code !== 0) {
    throw new Missing(
      networkCodes.test(output)
        ? `npm could not reach its registry to fetch ${what}: check the network, then try again.`
        : `npm could not install ${what}:\n${output.trimEnd()}`,
    );
  }
}

/** @param {readonly string[]} args @param {import('node:child_process').SpawnOptions} options */
function runNpm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && basename(cli) === 'npm-cli.js') {
    return run(process.execPath, [cli, ...args], options);
  }
  const npm = commandFile(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
  return run(npm.command, npm.args, { ...options, shell: npm.shell });
}

/**
 * Under `npm test`, the environment has the outer project's settings, which the inner install must
 * not use.
 * @param {string | undefined} pathPrefix
 */
function installEnvironment(pathPrefix) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(package|lifecycle|config_(local_)?prefix)/.test(name) && name !== 'INIT_CWD',
    ),
  );
  return pathPrefix === undefined
    ? env
    : {
        ...env,
        PATH: `${pathPrefix}${process.platform === 'win32' ? ';' : ':'}${env.PATH ?? ''}`,
      };
}
