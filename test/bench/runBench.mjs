import { spawnSync } from 'node:child_process';
import { ensureNode } from '../vscode/codeServer.mjs';
import { runMain } from '../vscode/missing.mjs';
import { inRepository } from '../vscode/repository.mjs';

/** @param {string} program @param {...string} args */
function run(program, ...args) {
  const { status } = spawnSync(program, args, { cwd: inRepository(), stdio: 'inherit' });
  return status ?? 1;
}

await runMain(async () => {
  // VS Code's own Node, which runs the product and has SQLite.
  const node = await ensureNode();
  return (
    run(process.execPath, 'esbuild.mjs', '--production') ||
    run(process.execPath, 'esbuild.mjs', '--only=bench,benchProbe') ||
    run(
      node,
      '--expose-gc',
      inRepository('dist', 'test', 'bench', 'main.js'),
      ...process.argv.slice(2),
    )
  );
});
