import type { Browser } from 'playwright-core';
import { launchBrowser } from '../vscode/browser.mjs';

/** Chromium with scrollbars, which Playwright removes and readers drag. */
export function launchPageBrowser(): Promise<Browser> {
  return launchBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] });
}
