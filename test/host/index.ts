import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { Reporter } from '../reporter.mjs';

/**
 * Runs all suites inside VS Code's extension host. Called by both drivers: the server from npm and
 * @vscode/test-electron. `SESSION_BROWSER_GREP` picks tests by their full title.
 * @throws if a test failed, was switched off, or none ran
 */
export async function run(): Promise<void> {
  const grep = process.env.SESSION_BROWSER_GREP;
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 300_000,
    forbidOnly: true,
    forbidPending: true,
    reporter: Reporter,
    ...(grep === undefined || grep === '' ? {} : { grep }),
  });
  const folder = join(__dirname, 'suites');
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith('.test.cjs')) {
      mocha.addFile(join(folder, file));
    }
  }
  await mocha.loadFilesAsync();
  let ran = 0;
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve).on('test end', () => {
      ran += 1;
    });
  });
  if (ran === 0) {
    throw new Error('No test ran.');
  }
  if (failures > 0) {
    throw new Error(`${failures} of ${ran} tests failed.`);
  }
}
