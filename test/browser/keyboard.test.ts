import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axeFindings } from '../support/axeFindings.ts';
import { eventually } from '../support/eventually.ts';
import { firstScripts } from '../support/firstScripts.ts';
import { find, told, until } from '../support/pageBrowser.ts';
import { browser } from './chromium.ts';

describe('the keyboard alone, in Chromium', () => {
  for (const { what, press, field } of [
    {
      what: 'a key',
      press: (page: Page) => page.keyboard.press('Control+f'),
      field: '.find-field',
    },
    {
      what: 'a letter',
      press: (page: Page) => page.keyboard.press('f'),
      field: '.find-field',
    },
  ]) {
    it(`keeps ${what} that is pressed before what it opens has loaded`, async () => {
      const page = await browser.open('demo', { width: 700 });
      const first = firstScripts().map(({ name }) => name);
      const held: (() => void)[] = [];
      await page.route(/chunk-/, async (route) => {
        if (!first.some((name) => route.request().url().endsWith(name))) {
          await new Promise<void>((go) => {
            held.push(go);
          });
        }
        await route.continue();
      });
      await page.reload({ waitUntil: 'commit' });
      await page.waitForSelector('.list-item:not(.list-placeholder)');
      await press(page);
      assert.equal(await page.locator(field).count(), 0);
      await eventually(() => {
        assert.ok(held.length > 0);
      });
      await page.unroute(/chunk-/);
      for (const go of held) {
        go();
      }
      await page.locator(field).and(page.locator(':focus')).waitFor();
      await browser.close(page);
    });
  }

  it('is in a panel and in a menu before the next key', async () => {
    const page = await browser.open('story', { width: 700 });
    // The page draws as soon as the click is over; no key and no frame comes before this looks.
    const inPanel = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('[aria-label="Outline"]')!.click();
      await Promise.resolve();
      return document.activeElement?.matches('dialog:modal *');
    });
    assert.equal(inPanel, true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const inMenu = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('.toolbar .more button')!.click();
      await Promise.resolve();
      return document.activeElement?.role;
    });
    assert.equal(inMenu, 'menuitem');
    await browser.close(page);
  });

  it('walks through the rows', async () => {
    const page = await browser.open('demo');
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('data-index') ?? element?.textContent.trim() ?? '';
      });
    // Without focus, keys go to the list.
    await page.keyboard.press('j');
    assert.equal(await focused(), '1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), '3');
    await page.keyboard.press('k');
    assert.equal(await focused(), '2');

    const fold = page.locator('[data-index="2"] .fold-line');
    await page.keyboard.press('ArrowRight');
    assert.equal(await fold.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('Enter');
    assert.equal(await fold.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press(' ');
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');

    // Into the row, through its controls, and out of the list: one stop for the whole list.
    await page.keyboard.press('Tab');
    assert.match(await focused(), /^grep/);
    for (const control of ['Copy Text', 'Fork from Here', 'Open Raw Line 3']) {
      await page.keyboard.press('Tab');
      assert.equal(
        await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        control,
      );
    }
    await page.keyboard.press('Tab');
    assert.equal(
      await page.evaluate(() => document.activeElement?.closest('.list') === null),
      true,
    );

    await page.locator('[data-index="2"]').focus();
    await page.keyboard.press('Home');
    assert.equal(await focused(), '0');
    await page.keyboard.press(']');
    await page.locator('[data-index="11"]:focus').waitFor();
    await page.keyboard.press('[');
    await page.locator('[data-index="0"]:focus').waitFor();
    await page.keyboard.press('End');
    await page.locator('[data-index="21"]:focus').waitFor();
    await page.keyboard.press('c');
    assert.deepEqual(await told(page, 'clipboard/write'), [
      {
        text: '`csv.go` writes a newline after every row, also the last. Nothing to change there.',
      },
    ]);
    await page.keyboard.press('Shift+F');
    assert.equal((await told(page, 'row/fork')).length, 1);
    await browser.close(page);
  });

  it('walks through a session with keys alone', async () => {
    const page = await browser.open('story', { width: 700 });
    const row = page.locator('.list-item:focus');
    await row.and(page.locator('[data-index="0"]')).waitFor();

    await page.keyboard.press('Shift+O');
    await page.locator('.outline-dialog .outline-entry:focus').waitFor();
    await page.keyboard.type('run the');
    await page.locator('.outline-entry:focus', { hasText: 'Run the whole test' }).waitFor();
    await page.keyboard.press('Enter');
    await row.filter({ hasText: 'Run the whole test suite once more.' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await find(page, '0.412s');
    const matches = page.locator('.find-count', { hasText: /^\d+ of/ });
    await matches.waitFor();
    const before = await matches.textContent();
    await page.keyboard.press('Enter');
    await matches.filter({ hasNotText: before ?? '' }).waitFor();
    await page.keyboard.press('Escape');
    await row.filter({ hasText: 'go test' }).waitFor();

    await page.keyboard.press('ArrowLeft');
    await row.getByText('0.412s').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await row.getByText('0.412s').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 rows selected').first().waitFor();
    await page.keyboard.press('Control+c');
    assert.equal((await told(page, 'rows/copy')).length, 1);
    await page.keyboard.press('Escape');

    const at = async () => Number(await row.getAttribute('data-index'));
    const selected = await at();
    await page.keyboard.press('.');
    await page.locator(`[data-index="${selected + 1}"]:focus`).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();

    const line = page.getByRole('combobox', { name: 'Find or filter rows' });
    await pressUntilFocused(page, 'Shift+Tab', line);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('tool:gr');
    await page.locator('.filter-proposal').filter({ hasText: 'grep' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await line.inputValue(), 'tool:grep');
    await page.locator('.find-count', { hasText: '10 of 86 rows' }).waitFor();
    await page.keyboard.press('Escape');
    await row.filter({ hasText: 'grep' }).waitFor();

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await row.filter({ hasText: 'grep' }).waitFor();
    await browser.close(page);
  });

  it('has one tab stop for each list', async () => {
    const page = await browser.open('demo', { width: 1200 });
    const problems = page.getByRole('button', { name: '2 problems' });
    await problems.focus();
    await page.keyboard.press('Enter');
    const lines = page.locator('.problem');
    await pressUntilFocused(page, 'Tab', lines.first());
    await page.keyboard.press('End');
    await lines.last().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    assert.equal(await lines.and(page.locator('[tabindex="0"]')).count(), 1);
    assert.equal(await page.locator('.problem:focus').count(), 0, 'Tab leaves the list');
    assert.equal(await page.locator('.outline-entry[tabindex="0"]').count(), 1);
    assert.equal(await page.locator('.list-item[tabindex="0"]').count(), 1);
    await browser.close(page);
  });

  it('finds: Ctrl+F, Enter, Shift+Enter, F3, Escape', async () => {
    const page = await browser.open('demo');
    const status = page.getByRole('search').getByRole('status');
    await page.keyboard.press('/');
    await page.keyboard.type('exporter');
    await until(
      page,
      () => document.querySelector('.find-count')?.textContent.startsWith('1 of ') === true,
    );
    await page.keyboard.press('Enter');
    assert.equal(await status.textContent(), '2 of 7');
    await page.keyboard.press('F3');
    assert.equal(await status.textContent(), '3 of 7');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+F3');
    assert.equal(await status.textContent(), '1 of 7');
    await page.keyboard.press('Shift+F3');
    assert.equal(await status.textContent(), '7 of 7');
    await page.keyboard.press('Alt+c');
    // Selects what was searched for.
    await find(page, 'EXPORTER');
    await until(page, () => document.querySelector('.find-count')?.textContent === 'No results');
    await page.keyboard.press('Alt+r');
    await find(page, '(exp');
    await page.getByText('The regular expression is invalid: Unterminated group.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.keyboard.press('Escape');
    await until(page, () => document.activeElement?.classList.contains('list-item') === true);
    assert.equal(await page.locator('.find-field').inputValue(), '');
    await browser.close(page);
  });
});

/** Presses a key until an element has the focus, as someone without a pointer does. */
async function pressUntilFocused(page: Page, key: string, element: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press(key);
    if (await element.evaluate((one) => one === document.activeElement)) {
      return;
    }
  }
  assert.fail(`${key} does not lead there.`);
}
