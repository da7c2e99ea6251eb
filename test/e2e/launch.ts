import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { testVariable } from '#host/vscode/contributions.ts';
import { makeDemo } from '../demo/demo.mjs';
import { controlVariable } from '../host/helper/orders.ts';
import { packageScriptedModel } from '../steps/helperPackage.mjs';
import { vsixPath } from '../steps/packageStep.mjs';
import { launchBrowser } from '../vscode/browser.mjs';
import { temporaryFolder } from '../vscode/children.mjs';
import { ensureCodeServer, type CodeServer } from '../vscode/codeServer.mjs';
import {
  installExtension,
  serverUserFolder,
  startServer,
  testSettings,
  writeSettings,
  type Server,
} from '../vscode/server.mjs';
import { writeStandIns } from './standIns.ts';
import { WindowControl } from './windowControl.ts';

/** Settings of every window. */
const windowSettings = {
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
function installedExtensions(codeServer: CodeServer): Promise<string> {
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

export interface WindowOptions {
  /** Programs that take precedence in its terminals: they say how they were started and what is typed. */
  readonly standIns?: readonly string[];
  /** What they say first in place of that. */
  readonly standInsSay?: string;
  /** User settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Files of additional extensions. */
  readonly extensions?: readonly string[];
  /** What VS Code’s own language pack would set; its own texts stay English without one. */
  readonly language?: string;
  /** Called before anything starts; may give another folder to open than the demo's. */
  readonly prepare?: (demo: {
    readonly home: string;
    readonly workspace: string;
  }) => string | undefined;
}

/** Where a window's server keeps what it works on, and how to reach what runs in it. */
export interface WindowPlace {
  readonly server: Server;
  readonly control: WindowControl;
  /** Temporary; has all the others. */
  readonly folder: string;
  readonly home: string;
  /** The demo's. */
  readonly workspace: string;
  /** The folder to open. */
  readonly opened: string;
}

/** A server of its own, with the demo, for a window that is not open yet. */
export async function startWindowServer({
  standIns = [],
  standInsSay,
  settings = {},
  extensions = [],
  prepare,
}: WindowOptions): Promise<WindowPlace> {
  const codeServer = await ensureCodeServer();
  const folder = temporaryFolder('e2e');
  const { home, workspace } = await makeDemo(folder);
  const opened = prepare?.({ home, workspace }) ?? workspace;
  const profile = { folder: join(folder, 'profile'), home };
  const programs = join(folder, 'programs');
  writeStandIns(programs, standIns, standInsSay);
  const path = `${programs}:${process.env.PATH ?? ''}`;
  writeSettings(serverUserFolder(profile), {
    ...windowSettings,
    ...settings,
    // Only then does the page contain a terminal's text.
    'terminal.integrated.gpuAcceleration': 'off',
    'terminal.integrated.env.linux': { PATH: path },
  });
  const installed = join(profile.folder, 'extensions');
  cpSync(await installedExtensions(codeServer), installed, { recursive: true });
  for (const vsix of extensions) {
    await installExtension(codeServer, profile, vsix);
  }
  const control = await WindowControl.listen(folder);
  const env = { [controlVariable]: control.path, [testVariable]: '1' };
  const server = await startServer(codeServer, profile, { env });
  return { server, control, folder, home, workspace, opened };
}
