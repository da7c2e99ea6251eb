import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Missing, sentenceOf } from '../vscode/missing.mjs';

export const startUsage = `npm start [-- [FOLDER] [--web] [--port=N] [--open]]

Builds Session Browser, loads it into a VS Code with a profile of its own and opens a demo workspace
with sample sessions, in a home folder of its own; or opens FOLDER with the sessions that your own
agents have written for it. Ctrl+C ends it.

  --web      VS Code in the browser, from npm, even where the desktop's \`code\` is on PATH
             (also SESSION_BROWSER_WEB=1)
  --port=N   port for it; without, a free one (means --web)
  --open     also opens the address in your browser
  --help     shows this`;

/**
 * @typedef {object} StartOptions
 * @property {string | undefined} folder absolute
 * @property {boolean} web
 * @property {number} port 0 for any
 * @property {boolean} open
 * @property {boolean} help
 */

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {StartOptions}
 * @throws Missing with a sentence about what does not fit
 */
export function readStartOptions(args, env) {
  const { values, positionals } = parse([...args]);
  if (positionals.length > 1) {
    throw new Missing(`One folder at most, not ${positionals.length}: ${positionals.join(', ')}.`);
  }
  const port = values.port === undefined ? 0 : Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Missing(`--port=${values.port ?? ''} is no port: give a number from 1 to 65535.`);
  }
  const [named] = positionals;
  return {
    folder: named === undefined ? undefined : existingFolder(resolve(named)),
    web: values.web === true || values.port !== undefined || env.SESSION_BROWSER_WEB === '1',
    port,
    open: values.open === true,
    help: values.help === true,
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        web: { type: 'boolean' },
        port: { type: 'string' },
        open: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Missing(`${sentenceOf(error)}\n\n${startUsage}`);
  }
}

/** @param {string} folder */
function existingFolder(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new Missing(`The folder ${folder} does not exist.`);
  }
  if (!stat.isDirectory()) {
    throw new Missing(`${folder} is not a folder.`);
  }
  return folder;
}
