import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { packageScriptedModel } from '../steps/helperPackage.mjs';
import { vsixPath } from '../steps/packageStep.mjs';
import { launchBrowser } from '../vscode/browser.mjs';
import { temporaryFolder } from '../vscode/children.mjs';
import type { CodeServer } from '../vscode/codeServer.mjs';
import { installExtension, testSettings } from '../vscode/server.mjs';

/** Settings of every window. */
export const windowSettings = {
  ...testSettings,
  'security.workspace.trust.enabled': false,
  'workbench.colorTheme': 'Light Modern',
  'window.commandCenter': false,
  // A webview takes the focus that VS Code gives back to it late, on a busy machine after the next
  // pick has opened.
  'workbench.quickOpen.closeOnFocusLost': false,
};

let browsing: Promise<Browser> | undefined;
let installing: Promise<string> | undefined;

/** One browser for all windows; each has a context of its own. */
export function sharedBrowser(): Promise<Browser> {
  browsing ??= launchBrowser();
  return browsing;
}

/**
 * The extensions folder of a profile with the product and the scripted model, each installed by
 * VS Code from its .vsix. Windows get copies: three seconds of processor time less for each.
 */
export function installedExtensions(codeServer: CodeServer): Promise<string> {
  installing ??= (async () => {
    const folder = temporaryFolder('e2e-extensions');
    const profile = { folder, home: folder };
    for (const vsix of [vsixPath(), await packageScriptedModel(folder)]) {
      await installExtension(codeServer, profile, vsix);
    }
    return join(folder, 'extensions');
  })();
  return installing;
}

/** Once all windows are closed. */
export async function closeBrowser(): Promise<void> {
  await (await browsing)?.close();
}
