import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { inPage, until } from '../support/pageBrowser.ts';
import { axeFindingsInThemes } from '../support/axeFindings.ts';
import { browser } from './chromium.ts';

describe('diffs in Chromium', () => {
  it('stand side by side in a wide window, also after a reload, and never in a narrow one', async () => {
    const page = await browser.open('diffs', { width: 1600 });
    const split = page.locator('.diff-split');
    assert.equal(await split.count(), 0);
    await page.getByRole('button', { name: 'Show Diffs Side by Side' }).first().click();
    await split.first().waitFor();
    const [before, after] = await Promise.all(
      ['td.diff-removed.diff-text', 'td.diff-added.diff-text'].map((cell) =>
        split.locator(cell).first().boundingBox(),
      ),
    );
    assert.ok(before && after && after.x >= before.x + before.width, 'beside each other');
    assert.ok(Math.abs(after.width - before.width) <= 1, 'as wide as each other');
    const box = await page.locator('.diff').first().boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 1600 && box.width > 960, 'wider than text');

    await until(
      page,
      () => sessionStorage.getItem('vscode-state')?.includes('sideBySide') === true,
    );
    await page.reload();
    await split.first().waitFor();
    await page.setViewportSize({ width: 600, height: 800 });
    await until(page, () => document.querySelector('.diff-split') === null);
    assert.equal(await page.getByRole('button', { name: /Show Diffs/ }).count(), 0);
    await browser.close(page);
  });

  it('are colored, with their changed words marked, and accessible, in every theme', async () => {
    const page = await browser.open('diffs', { width: 1600, height: 1_400 });
    await colored(page);
    const marked = await page.locator('.diff-removed .diff-word').allTextContents();
    assert.ok(marked.includes('#333333'), marked.join());
    await page.getByRole('button', { name: '3 files' }).click();
    await page.getByRole('button', { name: /^cart\.ts/ }).click();
    await page.locator('.changed-edit .edit-badge').first().waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await page.getByRole('button', { name: 'Show Diffs Side by Side' }).first().click();
    await page.locator('.diff-split').first().waitFor();
    await colored(page);
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await browser.close(page);
  });

  it('open their files by keyboard alone', async () => {
    const page = await browser.open('diffs');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await until(page, () => document.activeElement?.getAttribute('data-index') === '2');
    const row = page.locator('[data-index="2"]');
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Tab');
      if (await row.locator('.file-link').evaluate((link) => link === document.activeElement)) {
        break;
      }
    }
    await page.keyboard.press('Enter');
    await until(page, () =>
      (window as unknown as { fakeHost: { told: { name: string }[] } }).fakeHost.told.some(
        ({ name }) => name === 'file/open',
      ),
    );
    const told = await inPage(page, ({ fakeHost }) =>
      fakeHost.told.filter(({ name }) => name === 'file/open').map(({ body }) => body),
    );
    assert.deepEqual(told, [{ path: '/home/ada/src/ledger/src/cart.ts', line: 12 }]);
    await browser.close(page);
  });
});

function colored(page: Page): Promise<void> {
  return until(page, () => document.querySelector('.diff-word') !== null);
}
