import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axeFindingsInThemes } from '../support/axeFindings.ts';
import { inPage, told } from '../support/pageBrowser.ts';
import { pictureInThemes } from '../support/pagePicture.ts';
import { browser } from './chromium.ts';

describe('selected rows in Chromium', () => {
  const indexes = (page: Page) =>
    page
      .locator('.list-item-selected')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-index')).sort());

  it('are those from the current row to a click with Shift, without selecting text', async () => {
    const page = await browser.open('demo');
    await page.locator('[data-index="1"]').click({ position: { x: 5, y: 5 } });
    await page
      .locator('[data-index="3"]')
      .click({ position: { x: 5, y: 5 }, modifiers: ['Shift'] });
    assert.deepEqual(await indexes(page), ['1', '2', '3']);
    assert.equal(await page.evaluate(() => getSelection()?.isCollapsed), true);
    await page
      .locator('[data-index="2"]')
      .click({ position: { x: 5, y: 5 }, modifiers: ['Shift'] });
    assert.deepEqual(await indexes(page), ['1', '2']);
    await page.locator('[data-index="2"]').click({ position: { x: 5, y: 5 } });
    assert.deepEqual(await indexes(page), []);
    await browser.close(page);
  });

  it('grow and shrink by the keyboard, are copied, and end with Escape', async () => {
    const page = await browser.open('demo');
    await page.locator('.list-item[tabindex="0"]').press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    assert.deepEqual(await indexes(page), ['0', '1', '2']);
    await page.keyboard.press('Shift+ArrowUp');
    assert.deepEqual(await indexes(page), ['0', '1']);
    await page.keyboard.press('Control+c');
    const [copied] = await told(page, 'rows/copy');
    assert.deepEqual(Object.keys(copied as object).sort(), ['filter', 'from', 'to']);
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Shift+End');
    await page.getByRole('status').filter({ hasText: '22 rows selected' }).first().waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await indexes(page), []);
    await page.keyboard.press('Control+a');
    await page.getByRole('status').filter({ hasText: '22 rows selected' }).first().waitFor();
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await indexes(page), []);
    await browser.close(page);
  });

  it('leave a selected text to the browser', async () => {
    const page = await browser.open('demo');
    await page.evaluate(() => {
      const text = document.querySelector('.list-item p');
      getSelection()?.selectAllChildren(text ?? document.body);
    });
    await page.locator('.list-item[tabindex="0"]').press('Control+c');
    await page.keyboard.press('Shift+ArrowDown');
    assert.deepEqual(await indexes(page), []);
    const copied = await inPage(page, ({ fakeHost }) =>
      fakeHost.told.filter(({ name }) => name === 'rows/copy'),
    );
    assert.deepEqual(copied, []);
    await browser.close(page);
  });

  it('have no finding of axe in any theme, also in a narrow panel', async () => {
    const page = await browser.open('demo', { width: 380 });
    await page.locator('.list-item[tabindex="0"]').press('Shift+ArrowDown');
    await page.getByRole('group', { name: 'Selected rows' }).waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await pictureInThemes(page, 'selection-narrow');
    await browser.close(page);
  });
});
