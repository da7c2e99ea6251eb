import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../steps/helperPackage.mjs';

/** An extension that does nothing: VS Code's overhead for any extension. */
export const bareId = 'session-browser.bare';

const manifest = {
  name: 'bare',
  displayName: 'Bare',
  description: 'Does nothing.',
  version: '1.0.0',
  publisher: 'session-browser',
  license: 'MIT',
  main: './extension.cjs',
  engines: { vscode: '^1.106.0' },
  activationEvents: ['onCommand:bare.nothing'],
};

/** @returns the file to install. */
export async function packageBare(folder: string): Promise<string> {
  const contents = join(folder, 'bare');
  mkdirSync(contents);
  writeFileSync(join(contents, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(contents, 'extension.cjs'), 'exports.activate = () => undefined;\n');
  writeFileSync(join(contents, 'README.md'), 'Does nothing.\n');
  const vsix = join(folder, 'bare.vsix');
  await packageFolder(contents, vsix);
  return vsix;
}

/** Accompanies the probe, because VS Code runs tests only beside an extension in development. */
export function developmentExtension(folder: string): string {
  const contents = join(folder, 'development');
  mkdirSync(contents);
  const { main, ...others } = { ...manifest, name: 'probe' };
  writeFileSync(join(contents, 'package.json'), JSON.stringify({ ...others, main }));
  writeFileSync(join(contents, main), '');
  return contents;
}
