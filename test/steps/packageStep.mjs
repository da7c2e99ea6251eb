import { readFileSync, statSync } from 'node:fs';
import { run } from '../vscode/children.mjs';
import { inRepository } from '../vscode/repository.mjs';
import { commandStep } from './commandStep.mjs';
import { makePackageFolder } from './packageFolder.mjs';
import { packageFaults, sizeBudget } from './packageRules.mjs';
import { zipEntries } from './zipEntries.mjs';

/** Where the packaged extension is. */
export function vsixPath() {
  const { name, version } = /** @type {{ name: string, version: string }} */ (
    JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
  );
  return inRepository('dist', `${name}-${version}.vsix`);
}

/** Builds for production and packages that. @type {import('./schedule.mjs').Step['run']} */
export async function packageStep(context) {
  const built = await buildStep(context);
  return built.failed > 0 ? built : packageBuilt(context);
}

/** @type {import('./schedule.mjs').Step['run']} */
export const buildStep = commandStep('esbuild.mjs', '--production');

/**
 * Packages the last production build and checks the package's contents. Everything is bundled, so
 * it contains no dependencies.
 * @type {import('./schedule.mjs').Step['run']}
 */
export async function packageBuilt({ onOutput }) {
  const vsix = vsixPath();
  const { folder, flags } = await makePackageFolder();
  const vsce = inRepository('node_modules/@vscode/vsce/vsce');
  const { code, output } = await run(
    process.execPath,
    [vsce, 'package', '--no-dependencies', ...flags, '--out', vsix],
    { cwd: folder, ...(onOutput === undefined ? {} : { onOutput }) },
  );
  if (code !== 0) {
    return { passed: 0, failed: 1, output };
  }
  const bytes = statSync(vsix).size;
  const faults = packageFaults(
    zipEntries(readFileSync(vsix)).map((entry) => entry.name),
    bytes,
  );
  for (const fault of faults) {
    onOutput?.(fault);
  }
  return {
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length,
    output: `${output}\n${faults.join('\n')}`,
  };
}

/** For people. */
export function packageSummary() {
  const vsix = vsixPath();
  const bytes = statSync(vsix).size;
  return `${vsix}: ${Math.ceil(bytes / 1000)} KB of ${sizeBudget / 1000} KB allowed.`;
}
