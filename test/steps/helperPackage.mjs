import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../vscode/children.mjs';
import { inRepository } from '../vscode/repository.mjs';

/**
 * Packages the scripted model for installation in windows that are not driven from inside.
 * @param {string} folder where to put it
 * @returns {Promise<string>} the file
 */
export async function packageScriptedModel(folder) {
  const vsix = join(folder, 'scripted-model.vsix');
  const contents = join(folder, 'scripted-model');
  await writeScriptedModel(contents);
  await packageFolder(contents, vsix);
  return vsix;
}

/**
 * Makes a folder that VS Code can load the scripted model from.
 * @param {string} folder
 */
export async function writeScriptedModel(folder) {
  const bundle = await run(process.execPath, ['esbuild.mjs', '--only=helper'], {
    cwd: inRepository(),
  });
  if (bundle.code !== 0) {
    throw new Error(`The scripted model was not bundled:\n${bundle.output}`);
  }
  mkdirSync(folder, { recursive: true });
  copyFileSync(
    inRepository('dist', 'test', 'helper', 'extension.cjs'),
    join(folder, 'extension.cjs'),
  );
  writeFileSync(join(folder, 'package.json'), manifestWithoutProbe());
}

/**
 * Packages an extension that needs no build.
 * @param {string} contents its folder
 * @param {string} vsix where to put it
 */
export async function packageFolder(contents, vsix) {
  const { code, output } = await run(
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
    { cwd: contents },
  );
  if (code !== 0) {
    throw new Error(`${contents} was not packaged:\n${output}`);
  }
}

/** Only the suites can use the participant that comes with the model. */
function manifestWithoutProbe() {
  const manifest = /** @type {{ contributes: Record<string, unknown> }} */ (
    JSON.parse(readFileSync(inRepository('test', 'host', 'helper', 'package.json'), 'utf8'))
  );
  delete manifest.contributes.chatParticipants;
  return JSON.stringify(manifest);
}
