import { run } from '../vscode/children.mjs';
import { inRepository } from '../vscode/repository.mjs';

/**
 * A program that succeeds or reports problems.
 * @param {readonly string[]} args of Node: a script below the repository and its arguments
 * @returns {import('./schedule.mjs').Step['run']}
 */
export function commandStep(...args) {
  return async ({ onOutput }) => {
    const { code, output } = await run(process.execPath, args, {
      cwd: inRepository(),
      ...(onOutput === undefined ? {} : { onOutput }),
    });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  };
}
