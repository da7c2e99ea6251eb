import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { launchBrowser } from './browser.mjs';

/** A suite still running after this time hangs, on however busy a machine. */
const suiteTimeoutMs = 60 * 60_000;

/**
 * Runs a mocha entry inside a running server's extension host: a page with VS Code's own automation
 * payload, as used by its test tools. The server must have been started with
 * `--enable-smoke-test-driver`; otherwise it ignores the payload.
 * @param {import('./server.mjs').Server} server
 * @param {object} suite
 * @param {string} suite.workspace folder or `.code-workspace` file to open
 * @param {string} suite.entry bundled module that exports `run()`
 * @param {string} suite.developmentExtension folder of the extension that goes with the tests
 * @param {(line: string) => void} suite.onOutput
 * @param {(page: import('playwright-core').Page) => void} [suite.onPage] called before the
 *   window is opened
 * @param {string} [suite.screenshot] file for a picture of the window if the suite fails
 * @returns {Promise<number>} exit code of the suite
 */
export async function runHostSuite(server, suite) {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    /** @type {Promise<number>} */
    const exit = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error('The suite in VS Code did not end within an hour.'));
      }, suiteTimeoutMs);
      void page.exposeFunction('codeAutomationExit', (/** @type {number} */ code) => {
        clearTimeout(timer);
        resolve(code);
      });
      void server.ended.then((code) => {
        clearTimeout(timer);
        reject(new Error(`VS Code's server ended with ${code}:\n${server.log()}`));
      });
    });
    await page.exposeFunction(
      'codeAutomationLog',
      (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
        suite.onOutput(args.map(String).join(' '));
      },
    );
    suite.onPage?.(page);
    await page.goto(pageAddress(server, suite));
    const code = await exit;
    if (code !== 0 && suite.screenshot !== undefined) {
      mkdirSync(dirname(suite.screenshot), { recursive: true });
      await page.screenshot({ path: suite.screenshot });
    }
    return code;
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('./server.mjs').Server} server
 * @param {{ workspace: string, entry: string, developmentExtension: string }} suite
 */
function pageAddress(server, suite) {
  /** @param {string} path */
  const remote = (path) => `vscode-remote://${server.authority}${encodeURI(path)}`;
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(suite.developmentExtension)],
    ['extensionTestsPath', remote(suite.entry)],
    ['skipWelcome', 'true'],
  ]);
  const kind = suite.workspace.endsWith('.code-workspace') ? 'workspace' : 'folder';
  const query = new URLSearchParams({ [kind]: suite.workspace, payload });
  return `${server.origin}/?${query.toString()}`;
}

/**
 * Counts written by the suite's reporter; undefined if it did not get that far.
 * @param {string} file
 * @returns {import('../reporter.mjs').Counts | undefined}
 */
export function readCounts(file) {
  try {
    return /** @type {import('../reporter.mjs').Counts} */ (JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // A missing or partial file: the caller counts that as a failure.
    return undefined;
  }
}
