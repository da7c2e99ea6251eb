import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { find, until } from '../support/pageBrowser.ts';
import { picture, pictureInThemes } from '../support/pagePicture.ts';
import { browser } from './chromium.ts';

describe('skimming in Chromium', () => {
  async function skim(page: Page): Promise<void> {
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('skim');
    await page.locator('.row-run').first().waitFor();
  }

  it('shows each run of work as a sentence', async () => {
    const page = await browser.open('work', { height: 1_100 });
    await skim(page);
    await until(page, () => document.querySelector('.list .list-placeholder') === null);
    await pictureInThemes(page, 'skim');
    const sentences = await page.locator('.run-sentence').allTextContents();
    assert.deepEqual(sentences, [
      'Searched, read 6 files',
      '14 edits of 4 files, made 1 commit, ran tests 5 times, ran checks',
    ]);
    await page.getByRole('button', { name: /14 edits of 4 files/ }).click();
    await page.locator('.row-in-run').first().waitFor();
    await until(page, () => document.querySelector('.list .list-placeholder') === null);
    await pictureInThemes(page, 'skim-open');
    await browser.close(page);
  });

  it('still says so after a look at the conversation', async () => {
    const page = await browser.open('work');
    const levels = page.getByRole('combobox', { name: 'What is shown' });
    await skim(page);
    // Out of the list of levels, which takes keys itself.
    await page.keyboard.press('Escape');
    await page.keyboard.press('6');
    await page.locator('.explanation').waitFor();
    assert.equal(await levels.inputValue(), 'context');
    await page.keyboard.press('3');
    await page.locator('.row-run').first().waitFor();
    assert.equal(await levels.inputValue(), 'skim');
    await browser.close(page);
  });

  it('opens, walks through and closes a run by keyboard, as a tree', async () => {
    const page = await browser.open('work');
    await skim(page);
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    const becomes = async (label: RegExp) => {
      await page
        .locator('.list-item:focus')
        .and(page.getByRole('article', { name: label }))
        .waitFor();
    };
    await page.keyboard.press('Tab');
    await page.locator('[data-index="0"]').focus();
    for (let row = 1; row <= 4; row += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await becomes(/^14 edits of 4 files, .*, 6 failed$/);
    const total = await page.locator('.list-item').count();
    await page.keyboard.press('ArrowRight');
    await page.locator('.row-in-run').nth(4).waitFor();
    await becomes(/^14 edits/);
    await page.keyboard.press('ArrowDown');
    await becomes(/^Changes to .*cart.test.ts/);
    await page.keyboard.press('ArrowDown');
    await becomes(/^Shell command, npm test -- cart, failed with exit code 1/);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await becomes(/^14 edits/);
    await page.keyboard.press('ArrowLeft');
    await until(page, () => document.querySelector('.row-in-run') === null);
    await becomes(/^14 edits/);
    assert.equal(await page.locator('.list-item').count(), total);
    assert.match(await focused(), /^14 edits/);
    await browser.close(page);
  });

  it('opens the run that has the match Find goes to', async () => {
    const page = await browser.open('work');
    await skim(page);
    await find(page, 'npm run lint && npm test');
    const match = page.locator('.row-in-run.row-shell');
    await match.filter({ hasText: 'npm run lint && npm test' }).first().waitFor();
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await browser.close(page);
  });

  it('reads well in a narrow window', async () => {
    const page = await browser.open('work', { width: 380, height: 1_300 });
    await skim(page);
    await until(page, () => document.querySelector('.list .list-placeholder') === null);
    await picture(page, 'skim-narrow');
    const isWide = await page.evaluate(() =>
      [...document.querySelectorAll('.run')].some((run) => run.scrollWidth > run.clientWidth + 30),
    );
    assert.equal(isWide, false);
    await browser.close(page);
  });
});
