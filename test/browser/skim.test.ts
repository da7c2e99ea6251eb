import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { PageBrowser, until } from '../support/pageBrowser.ts';
import { themes } from '../support/pageServer.ts';

const pictures = 'dist/browser';

describe('skimming in Chromium', function () {
  this.timeout(60_000);
  const browser = new PageBrowser();
  before(async () => {
    mkdirSync(pictures, { recursive: true });
    await browser.start();
  });
  after(() => browser.stop());

  async function skim(page: Page): Promise<void> {
    await page.getByRole('combobox', { name: 'Filter rows' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.locator('.row-run').first().waitFor();
  }

  for (const theme of themes) {
    it(`shows each run of work as a sentence, in ${theme}`, async () => {
      const page = await browser.open('work', { theme, height: 1_100 });
      await skim(page);
      await until(page, () => document.querySelector('.list-placeholder') === null);
      await page.screenshot({ path: `${pictures}/skim-${theme}.png` });
      const sentences = await page.locator('.run-sentence').allTextContents();
      assert.deepEqual(sentences, [
        'Searched, read 6 files',
        'Edited cart.test.ts and discount.ts, ran tests twice',
        '11 edits of receipt.ts, ran tests twice, ran checks',
        'Edited receipt.test.ts, made 1 commit, ran tests',
      ]);
      await page.getByRole('button', { name: /11 edits of receipt.ts/ }).click();
      await page.locator('.row-in-run').first().waitFor();
      await until(page, () => document.querySelector('.list-placeholder') === null);
      await page.screenshot({ path: `${pictures}/skim-open-${theme}.png` });
      await browser.close(page);
    });
  }
});
