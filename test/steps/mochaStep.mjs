import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run, temporaryFolder } from '../vscode/children.mjs';
import { readCounts } from '../vscode/hostSuite.mjs';
import { inRepository } from '../vscode/repository.mjs';

/**
 * Bundles one area of tests and runs it in plain mocha.
 * @param {string} area folder below test/
 * @param {object} [options]
 * @param {number} [options.timeoutMs] ends a test that hangs; a busy machine takes many times as long as an idle one
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {() => Promise<string>} [options.node] the Node to run in, if not this one
 * @returns {import('./schedule.mjs').Step['run']}
 */
export function mochaStep(area, { timeoutMs = 300_000, env = {}, node } = {}) {
  return async ({ grep, onOutput }) => {
    rmSync(inRepository('dist', 'test', area), { recursive: true, force: true });
    const bundle = await run(process.execPath, ['esbuild.mjs', `--only=${area}`], {
      cwd: inRepository(),
    });
    if (bundle.code !== 0) {
      return { passed: 0, failed: 1, output: bundle.output };
    }
    const results = join(temporaryFolder(area), 'counts.json');
    const { code, output } = await run(
      (await node?.()) ?? process.execPath,
      [
        'node_modules/mocha/bin/mocha.js',
        '--reporter=test/reporter.mjs',
        '--forbid-only',
        '--forbid-pending',
        `--timeout=${timeoutMs}`,
        ...(grep === undefined ? [] : [`--grep=${grep}`]),
        `dist/test/${area}/**/*.test.js`,
      ],
      {
        cwd: inRepository(),
        env: { ...process.env, SESSION_BROWSER_RESULTS: results, ...env },
        ...(onOutput === undefined ? {} : { onOutput }),
      },
    );
    return judge(readCounts(results), code, output);
  };
}

/**
 * Counts for the summary line. A run that crashed, was cut short or ran nothing has failed,
 * whatever its tests reported.
 * @param {import('../reporter.mjs').Counts | undefined} counts
 * @param {number} code
 * @param {string} output
 * @returns {import('./schedule.mjs').Outcome}
 */
export function judge(counts, code, output) {
  if (counts === undefined) {
    return {
      passed: 0,
      failed: 1,
      output: `${output}\nThe tests ended (${code}) without a result.`,
    };
  }
  const { passed, slowest } = counts;
  const failed = counts.failed + counts.pending;
  if (passed + failed === 0) {
    return { passed: 0, failed: 1, output: `${output}\nNo test ran.` };
  }
  if (failed === 0 && code !== 0) {
    return {
      passed,
      failed: 1,
      output: `${output}\nAll tests passed, but the run ended with ${code}.`,
      slowest,
    };
  }
  return { passed, failed, output, slowest };
}
