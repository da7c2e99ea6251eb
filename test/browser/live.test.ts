import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { atRest, inPage, until } from '../support/pageBrowser.ts';
import { browser } from './chromium.ts';

describe('a session that is being written, in Chromium', () => {
  it('follows the end when the reader is there', async () => {
    const page = await browser.open('short');
    await page.keyboard.press('End');
    await page.locator('[data-index="29"]').waitFor();
    await until(page, () => {
      const list = document.querySelector('.list')!;
      return list.scrollHeight - list.scrollTop - list.clientHeight < 2;
    });
    for (let turn = 0; turn < 5; turn += 1) {
      await inPage(page, ({ fakeHost, makeRows }) => {
        fakeHost.append(...makeRows(10));
      });
      await page.locator(`[data-index="${39 + turn * 10}"]`).waitFor();
    }
    await until(page, () => {
      const list = document.querySelector('.list')!;
      return list.scrollHeight - list.scrollTop - list.clientHeight < 2;
    });
    assert.equal(await page.locator('[data-index="79"]').isVisible(), true);
    assert.equal(await page.getByRole('button', { name: /new row/ }).count(), 0);
    const told = page.getByRole('status').filter({ hasText: /new row/ });
    assert.match((await told.textContent()) ?? '', /^\d+ new rows$/, 'screen readers hear of it');
    await browser.close(page);
  });

  it('follows the end from the key on that goes there', async () => {
    const page = await browser.open('short');
    await page.locator('[data-index="0"]').focus();
    // The browser reports in its next frame that the list was scrolled; the rows come before that.
    await inPage(page, async ({ fakeHost, makeRows }) => {
      await new Promise(requestAnimationFrame);
      const end = new KeyboardEvent('keydown', { key: 'End', bubbles: true, cancelable: true });
      document.activeElement!.dispatchEvent(end);
      fakeHost.append(...makeRows(10));
    });
    await page.locator('[data-index="39"]').waitFor();
    await browser.close(page);
  });

  it('stays where the reader is, says how many rows are new, and goes there when asked', async () => {
    const page = await browser.open('short');
    const first = page.locator('[data-index="0"]');
    const before = await first.boundingBox();
    await inPage(page, ({ fakeHost, makeRows }) => {
      fakeHost.append(...makeRows(3));
    });
    const button = page.getByRole('status').getByRole('button', { name: '3 new rows' });
    await button.waitFor();
    assert.deepEqual(await first.boundingBox(), before);
    await button.click();
    await page.locator('[data-index="32"]').waitFor();
    await button.waitFor({ state: 'detached' });
    await browser.close(page);
  });

  it('shows appended rows only once they are loaded', async () => {
    const page = await browser.open('one');
    // A loaded row may still wait for a frame that has time to draw it.
    await inPage(page, (window) => {
      window.violations.length = 0;
      new MutationObserver(() => {
        if (document.querySelector('.list [aria-label="Loading…"]') !== null) {
          window.violations.push('a row was shown before it was loaded');
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
      window.fakeHost.append(...window.makeRows(4));
    });
    await page.locator('[data-index="4"]').getByText('read_file').waitFor();
    await browser.close(page);
  });

  it('reads a replaced log again in its place', async () => {
    const page = await browser.open('short');
    await inPage(page, ({ fakeHost, makeRows }) => {
      fakeHost.change({ rows: makeRows(12) }, { replaced: true });
    });
    await until(
      page,
      () => document.querySelector('.list-item')?.getAttribute('aria-setsize') === '12',
    );
    assert.equal(await page.locator('[data-index="0"]').getByText('Question 0').count(), 1);
    await browser.close(page);
  });

  it('keeps its rows when the log can no longer be read', async () => {
    const page = await browser.open('demo');
    await inPage(page, ({ fakeHost }) => {
      fakeHost.fail('The log was deleted.');
    });
    await page.getByRole('alert').getByText('The log was deleted.').waitFor();
    assert.equal(await page.locator('[data-index="0"]').isVisible(), true);
    await browser.close(page);
  });

  it('shows the conversation and comes back to the same row', async () => {
    const page = await browser.open('demo');
    await page.locator('[data-index="0"]').waitFor();
    await page.mouse.move(500, 500);
    await page.mouse.wheel(0, 700);
    const row = page.locator('[data-index="9"]');
    const before = await atRest(row);
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('context');
    await page.getByText('the model gets these 5 messages').waitFor();
    await page.getByText('Tool result').waitFor();
    assert.equal(await page.getByRole('article').count(), 5);
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('all');
    const after = await atRest(row);
    assert.ok(Math.abs(before - after) < 3, `${before} became ${after}`);
    await browser.close(page);
  });

  it('saves its place again when what is above it takes more room', async () => {
    const page = await browser.open('long');
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 100_020;
    });
    await page.locator('[data-index="2"]').waitFor({ state: 'detached' });
    await until(page, placeIsSaved);
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('.header')!.style.paddingBottom = '15px';
    });
    await until(page, placeIsSaved);
    await browser.close(page);
  });

  it('is after a reload where it was, with the same rows open', async () => {
    const page = await browser.open('long');
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 100_000;
    });
    await page.locator('[data-index="2"]').waitFor({ state: 'detached' });
    const tool = page.locator('.list-item', { hasText: /src\/part\d+[27]\.ts/ }).nth(1);
    const row = `[data-index="${await tool.getAttribute('data-index')}"]`;
    await page.locator(row).focus();
    await page.keyboard.press('Enter');
    await page.locator(`${row} [aria-expanded="true"]`).waitFor();
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollBy(0, 133);
    });
    await until(page, placeIsSaved);
    await until(page, () => {
      const saved = sessionStorage.getItem('vscode-state') ?? '{}';
      return (JSON.parse(saved) as { readonly toggled?: readonly string[] }).toggled?.length === 1;
    });
    const before = await page.locator(row).boundingBox();
    await page.reload();
    await page.locator(`${row} [aria-expanded="true"]`).waitFor();
    await eventually(async () => {
      const after = await page.locator(row).boundingBox();
      assert.ok(
        before !== null && after !== null && Math.abs(before.y - after.y) < 3,
        `${before?.y} became ${after?.y}`,
      );
    });
    await browser.close(page);
  });
});

/** In the page: whether the place that is on screen was saved, which is done when the page is idle. */
function placeIsSaved(): boolean {
  const { anchor } = JSON.parse(sessionStorage.getItem('vscode-state') ?? '{}') as {
    readonly anchor?: { readonly rowId: string; readonly offset: number };
  };
  // Lines are counted from 1, and each has a row.
  const index = Number.parseInt(anchor?.rowId ?? '', 10) - 1;
  const item = document.querySelector(`[data-index="${index}"]`)?.getBoundingClientRect();
  const { top } = document.querySelector('.list')!.getBoundingClientRect();
  return (
    anchor !== undefined &&
    item !== undefined &&
    item.bottom > top &&
    Math.abs(top - item.top - anchor.offset) < 1
  );
}
