import { ensureChromium } from '../vscode/chromium.mjs';
import { ensureCodeServer, ensureNode } from '../vscode/codeServer.mjs';
import { commandStep } from './commandStep.mjs';
import { hostStep } from './hostStep.mjs';
import { mochaStep } from './mochaStep.mjs';
import { buildStep, packageBuilt } from './packageStep.mjs';
import { refereeStep } from './refereeStep.mjs';

/**
 * All steps of `npm test`, in order. Downloads come first because they use the network and hardly
 * any CPU; lint is next because it takes longest.
 * @type {readonly import('./schedule.mjs').Step[]}
 */
export const steps = [
  { name: 'tools', title: 'VS Code and Chromium', run: fetchTools },
  {
    name: 'lint',
    title: 'lint',
    run: commandStep(
      'node_modules/oxlint/bin/oxlint',
      '--config=oxlint.config.mjs',
      '--type-aware',
    ),
  },
  {
    name: 'format',
    title: 'format',
    run: commandStep(
      'node_modules/prettier/bin/prettier.cjs',
      '--check',
      '--log-level=warn',
      '.',
      '!test/fixtures',
      '!package-lock.json',
    ),
  },
  {
    name: 'types',
    title: 'types',
    run: commandStep('node_modules/@typescript/native/bin/tsc', '-b'),
  },
  { name: 'guard', title: 'neutral bundle', run: commandStep('esbuild.mjs', '--check') },
  { name: 'build', title: 'build', run: buildStep },
  {
    name: 'unit',
    title: 'unit, golden and property tests',
    after: ['build'],
    run: mochaStep('unit'),
  },
  {
    name: 'referee',
    title: 'agents’ own reading of their sessions',
    after: ['tools', 'unit'],
    run: refereeStep,
  },
  {
    name: 'crash',
    title: '500 kills, and two writers for a minute',
    run: mochaStep('crash'),
  },
  { name: 'page', title: 'page tests', run: mochaStep('page') },
  { name: 'fuzz', title: 'fixtures damaged at random', run: mochaStep('fuzz') },
  {
    name: 'sqlite',
    title: 'databases and compressed logs, in a Node that can read them',
    after: ['tools'],
    run: mochaStep('sqlite', { node: ensureNode }),
  },
  {
    name: 'growth',
    title: 'growth of time with hostile logs',
    needs: ['build'],
    run: mochaStep('growth'),
  },
  { name: 'package', title: 'package', needs: ['build'], run: packageBuilt },
  {
    name: 'browser',
    title: 'page in Chromium',
    needs: ['tools', 'build'],
    after: ['package'],
    run: mochaStep('browser'),
  },
  {
    name: 'host',
    title: 'installed extension in VS Code',
    needs: ['tools', 'package'],
    run: hostStep,
  },
  {
    name: 'e2e',
    title: 'a user’s way through VS Code',
    needs: ['tools', 'package'],
    run: mochaStep('e2e', { env: { SESSION_BROWSER_EACH_TEST: '1' } }),
  },
];

async function fetchTools() {
  await ensureChromium();
  await ensureCodeServer();
  return { passed: 1, failed: 0, output: '' };
}
