import { existsSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { start, stop } from '../vscode/children.mjs';
import { Missing, runMain, sentenceOf } from '../vscode/missing.mjs';
import { inRepository } from '../vscode/repository.mjs';

const usage = `npm run test:watch [-- [FILE…] [--grep=TEXT]]

Runs the unit tests, or those of FILEs in test/unit and test/page, and runs them again whenever a
source changes. Start it again after you add a file with tests. Ctrl+C ends it.

  --grep=TEXT  only tests whose full title holds TEXT
  --help       show this`;

await runMain(async () => {
  const { values, positionals } = parsedArguments();
  if (values.help === true) {
    console.log(usage);
    return 0;
  }
  const files = positionals.map(testFile);
  const areas = files.length === 0 ? ['unit'] : [...new Set(files.map(({ area }) => area))];
  for (const area of areas) {
    rmSync(inRepository('dist', 'test', area), { recursive: true, force: true });
  }
  const built =
    files.length === 0 ? ['dist/test/unit/**/*.test.js'] : files.map((file) => file.built);
  const mocha = [
    '--enable-source-maps',
    'node_modules/mocha/bin/mocha.js',
    '--reporter=dot',
    '--timeout=300000',
    ...(values.grep === undefined ? [] : [`--grep=${values.grep}`]),
    ...built,
  ];

  const builds = start(process.execPath, ['esbuild.mjs', '--watch', `--only=${areas.join(',')}`], {
    cwd: inRepository(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: /** @type {NodeJS.ReadableStream} */ (builds.stdout) });
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let tests;
  for await (const line of lines) {
    console.log(line);
    if (line === '[watch] build finished') {
      await (tests && stop(tests));
      tests = start(process.execPath, mocha, { cwd: inRepository(), stdio: 'inherit' });
    }
  }
  return 1;
});

function parsedArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { grep: { type: 'string' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    throw new Missing(`${sentenceOf(error)}\n\n${usage}`);
  }
}

/**
 * Where a file with tests is built.
 * @param {string} named
 */
function testFile(named) {
  const path = relative(inRepository(), resolve(named)).replaceAll('\\', '/');
  const [, area, rest] = /^test\/(unit|page)\/(.+\.test)\.tsx?$/.exec(path) ?? [];
  if (area === undefined || rest === undefined || !existsSync(named)) {
    throw new Missing(`${named} is no file with tests in test/unit or test/page.`);
  }
  return { area, built: `dist/test/${area}/${rest}.js` };
}
