import { join } from 'node:path';
import { run } from '../vscode/children.mjs';
import { inRepository } from '../vscode/repository.mjs';

/**
 * The scripted model as a file that can be installed, for windows that no test drives from inside.
 * @param {string} folder where to put it
 * @returns {Promise<string>} the file
 */
export async function packageScriptedModel(folder) {
  const vsix = join(folder, 'scripted-model.vsix');
  const bundle = await run(process.execPath, ['esbuild.mjs', '--only=helper'], {
    cwd: inRepository(),
  });
  const packaging = await run(
    process.execPath,
    [
      inRepository('node_modules', '@vscode', 'vsce', 'vsce'),
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      '--skip-license',
      '--out',
      vsix,
    ],
    { cwd: inRepository('dist', 'test', 'helper') },
  );
  if (bundle.code !== 0 || packaging.code !== 0) {
    throw new Error(`The scripted model was not packaged:\n${bundle.output}${packaging.output}`);
  }
  return vsix;
}
