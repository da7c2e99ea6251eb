import { ensureChromium } from '../vscode/chromium.mjs';
import { ensureCodeServer, ensureNode, ensureOldNode } from '../vscode/codeServer.mjs';
import { commandStep } from './commandStep.mjs';
import { hostStep } from './hostStep.mjs';
import { mochaStep } from './mochaStep.mjs';
import { buildStep, packageBuilt } from './packageStep.mjs';
import { refereeStep } from './refereeStep.mjs';

/**
 * All steps, in order: what fails in seconds, then the longest, so that the short ones fill the gaps that
 * those leave. Only one of the two that run VS Code runs at a time: each needs more than a core.
 * @type {readonly import('./schedule.mjs').Step[]}
 */
export const steps = [
  { name: 'tools', title: 'VS Code and Chromium', run: fetchTools },
  { name: 'build', title: 'build', run: buildStep },
  {
    name: 'types',
    title: 'types',
    run: commandStep('node_modules/@typescript/native/bin/tsc', '-b'),
  },
  {
    name: 'format',
    title: 'format',
    run: commandStep('node_modules/oxfmt/bin/oxfmt', '--check'),
  },
  {
    name: 'lint',
    title: 'lint',
    run: commandStep(
      'node_modules/oxlint/bin/oxlint',
      '--config=oxlint.config.mjs',
      '--type-aware',
    ),
  },
  { name: 'package', title: 'package', needs: ['build'], run: packageBuilt },
  {
    name: 'e2e',
    title: 'a user’s way through VS Code',
    needs: ['tools', 'package'],
    run: mochaStep('e2e', { env: { SESSION_BROWSER_EACH_TEST: '1' } }),
  },
  {
    name: 'crash',
    title: 'killed writers, and two at once',
    run: mochaStep('crash', { timeoutMs: 3_600_000 }),
  },
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
    after: ['e2e'],
    run: hostStep,
  },
  {
    name: 'unit',
    title: 'unit, golden and property tests',
    after: ['build'],
    run: mochaStep('unit'),
  },
  {
    name: 'referee',
    title: 'agents’ own reading of their sessions, and our tools in them',
    needs: ['build'],
    after: ['tools', 'unit'],
    onlyInFull: true,
    run: refereeStep,
  },
  {
    name: 'growth',
    title: 'growth of time with hostile logs',
    needs: ['build'],
    after: ['tools'],
    onlyInFull: true,
    run: mochaStep('growth', { node: ensureNode, timeoutMs: 3_600_000 }),
  },
  { name: 'fuzz', title: 'fixtures damaged at random', run: mochaStep('fuzz') },
  { name: 'page', title: 'page tests', run: mochaStep('page') },
  {
    name: 'sqlite',
    title: 'databases and compressed logs, in the oldest Node that can read them',
    after: ['tools'],
    run: mochaStep('sqlite', { node: ensureOldNode }),
  },
  {
    name: 'sqlite-new',
    title: 'the same in the newest VS Code’s Node',
    after: ['tools', 'sqlite'],
    onlyInFull: true,
    run: mochaStep('sqlite', { node: ensureNode }),
  },
  {
    name: 'bench',
    title: 'whether the bench works, with the least data',
    needs: ['tools', 'build'],
    // It measures, and builds the product anew.
    after: [
      'host',
      'browser',
      'crash',
      'referee',
      'growth',
      'fuzz',
      'page',
      'sqlite',
      'sqlite-new',
    ],
    onlyInFull: true,
    run: commandStep('test/bench.mjs', '--quick'),
  },
];

async function fetchTools() {
  await ensureChromium();
  await ensureCodeServer();
  return { passed: 1, failed: 0, output: '' };
}
