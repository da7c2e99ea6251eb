import type { Browser } from 'playwright-core';
import { DocumentBrowser } from '../support/documentBrowser.ts';
import { PageBrowser } from '../support/pageBrowser.ts';
import { launchPageBrowser } from '../support/launchPageBrowser.ts';

/** For the tests of all files: Chromium starts once, and pages are opened again. */
export const browser = new PageBrowser();
export const documents = new DocumentBrowser();

let chromium: Browser | undefined;

before(async () => {
  chromium = await launchPageBrowser();
  documents.start(chromium);
  await browser.start(chromium);
});

after(async () => {
  documents.stop();
  await browser.stop();
  await chromium?.close();
});
