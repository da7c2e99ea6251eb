import { spawnSync } from 'node:child_process';
import { inRepository } from '../vscode/repository.mjs';

/** @param {...string} args */
function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: inRepository(), stdio: 'inherit' });
  return status ?? 1;
}

// Built by the common build script, then run from dist like all tests.
process.exitCode =
  node('esbuild.mjs', '--only=worker,bench,benchProbe') ||
  node(inRepository('dist', 'test', 'bench', 'main.js'), ...process.argv.slice(2));
