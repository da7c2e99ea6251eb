import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { axeFindingsInThemes } from '../support/axeFindings.ts';
import { until } from '../support/pageBrowser.ts';
import { inEachTheme } from '../support/pageTheme.ts';
import { browser } from './chromium.ts';

const sizes = [
  { width: 320, height: 700 },
  { width: 700, height: 700 },
  { width: 1200, height: 760 },
  // A window of 1000 × 746 pixels at 200% zoom.
  { width: 500, height: 373 },
] as const;

describe('the outline and the layout of the page in Chromium', () => {
  for (const { width, height } of sizes) {
    it(`leaves the window to the rows, ${width} × ${height}`, async () => {
      const page = await browser.open('story', { width, height });
      const header = await boxOf(page.locator('.header'));
      assert.ok(header.height <= 40, `the header takes ${header.height}`);
      const rows = await boxOf(page.locator('.list'));
      assert.equal(rows.y, header.y + header.height);
      const footer = await boxOf(page.locator('.page-footer'));
      assert.equal(rows.y + rows.height, footer.y, 'only the strip is below the rows');
      assert.equal(footer.y + footer.height, height);
      const controls = page.locator('.header-line').locator('button:visible, select');
      for (let at = 0; at < (await controls.count()); at += 1) {
        const box = await boxOf(controls.nth(at));
        assert.ok(box.x >= 0 && box.x + box.width <= width, `control ${at} is cut off`);
        assert.ok(box.y >= 0 && box.y + box.height <= header.height, `control ${at} wraps`);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      await browser.close(page);
    });

    it(`moves nothing while rows arrive, ${width} × ${height}`, async () => {
      const page = await browser.open('story', { width, height });
      await page.locator('.outline-entry, .header').first().waitFor();
      await until(page, () => document.querySelector('.list .list-placeholder') === null);
      const moved = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            interface Shift extends PerformanceEntry {
              readonly sources: readonly { readonly node: Node | null }[];
            }
            const seen: PerformanceEntry[] = [];
            const observer = new PerformanceObserver((list) => {
              seen.push(...list.getEntries());
            });
            observer.observe({ type: 'layout-shift', buffered: true });
            // Earlier shifts are reported before the next frame but one.
            requestAnimationFrame(() => {
              requestAnimationFrame(() => {
                const shifts = [...seen, ...observer.takeRecords()] as Shift[];
                const nodes = shifts.flatMap(({ sources }) => sources.map(({ node }) => node));
                resolve(nodes.flatMap((node) => (node instanceof Element ? node.className : [])));
              });
            });
          }),
      );
      assert.deepEqual(moved, []);
      await browser.close(page);
    });
  }

  it('is beside the rows where there is room, until it is hidden', async () => {
    const page = await browser.open('story', { width: 1200 });
    const outline = page.getByRole('listbox', { name: 'Outline' });
    await outline.getByRole('option').first().waitFor();
    const side = await boxOf(outline);
    const rows = await boxOf(page.locator('.list'));
    assert.ok(side.x + side.width <= rows.x && rows.width >= 850, JSON.stringify({ side, rows }));
    const option = outline.getByRole('option', { name: /^The importer drops/ });
    const name = await option.ariaSnapshot();
    assert.match(name, /1 file changed 2 commands 1 failure 4 min/);
    await outline.getByRole('option', { name: 'Context compacted' }).first().waitFor();
    await page.getByRole('button', { name: 'Outline' }).click();
    await outline.waitFor({ state: 'detached' });
    assert.equal((await boxOf(page.locator('.list'))).width, 1200);
    await until(page, () => sessionStorage.getItem('vscode-state')?.includes('hidden') === true);
    await page.reload();
    await page.waitForSelector('.list-item:not(.list-placeholder)');
    assert.equal(await outline.count(), 0, 'it stays hidden');
    await page.keyboard.press('Shift+O');
    await outline.waitFor();
    await browser.close(page);
  });

  it('can be walked and used by keyboard alone', async () => {
    const page = await browser.open('story', { width: 1200 });
    await page.locator('.outline-entry').first().waitFor();
    // One stop: before the row that has the focus.
    await page.locator('[data-index="0"]:focus').waitFor();
    await page.keyboard.press('Shift+Tab');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    assert.match(await focused(), /^The importer drops/);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'Context compacted');
    await page.keyboard.press('End');
    await page.locator('.outline-entry:focus', { hasText: 'release notes' }).waitFor();
    await page.keyboard.press('Home');
    await page.locator('.outline-entry:focus', { hasText: 'The importer drops' }).waitFor();
    await page.keyboard.type('ok, op');
    await page.locator('.outline-entry:focus', { hasText: 'OK, open it' }).waitFor();
    assert.equal(
      await page.locator('.outline-list [tabindex="0"]').count(),
      1,
      'the list is one tab stop',
    );
    await page.keyboard.press('Enter');
    const row = page.locator('.list-item:focus');
    await row.filter({ hasText: 'OK, open it read-only then.' }).waitFor();
    await page.locator('.outline-entry[aria-selected="true"]', { hasText: 'OK, open' }).waitFor();
    const list = await boxOf(page.locator('.list'));
    assert.ok(Math.abs((await boxOf(row)).y - list.y) < 2, 'the prompt is at the top');
    await page.keyboard.press(']');
    await page.locator('.outline-entry[aria-selected="true"]', { hasText: 'whole test' }).waitFor();
    await browser.close(page);
  });

  it('is a panel over the rows elsewhere, which gives the focus back', async () => {
    const page = await browser.open('story', { width: 700 });
    assert.equal(await page.getByRole('listbox').count(), 0);
    const button = page.getByRole('button', { name: 'Outline' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Outline' });
    await dialog.locator('.outline-entry:focus').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await until(page, () => document.activeElement?.ariaLabel === 'Outline');
    await page.keyboard.press('Enter');
    await dialog.locator('.outline-entry:focus').waitFor();
    await page.keyboard.press('End');
    await page.locator('.outline-entry:focus', { hasText: 'release notes' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.list-item:focus', { hasText: 'Write the release notes' }).waitFor();
    assert.equal(await dialog.count(), 0);
    // With the window, the outline goes beside the rows.
    await button.click();
    await dialog.waitFor();
    await page.setViewportSize({ width: 1200, height: 700 });
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listbox', { name: 'Outline' }).waitFor();
    await browser.close(page);
  });

  it('opens again however late the browser says that it closed', async () => {
    const page = await browser.open('story', { width: 700 });
    // On a busy machine the event comes after further keys; here, never.
    await page.evaluate(() => {
      document.addEventListener('close', (event) => event.stopImmediatePropagation(), true);
    });
    await page.getByRole('button', { name: 'Outline' }).click();
    const focused = page.getByRole('dialog', { name: 'Outline' }).locator('.outline-entry:focus');
    await focused.waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button[aria-label="Outline"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await focused.waitFor();
    await browser.close(page);
  });

  it('keeps the prompt of the rows on screen on top, and moves no row for it', async () => {
    const page = await browser.open('story', { width: 1000, height: 600 });
    const pinned = page.locator('.pinned-prompt');
    assert.equal(await pinned.count(), 0, 'the prompt is on screen itself');
    await scrollTo(page, 500);
    await pinned.filter({ hasText: 'The importer drops the last row' }).waitFor();
    const list = await boxOf(page.locator('.list'));
    const overlay = await boxOf(pinned);
    assert.equal(overlay.y, list.y);
    // What goes on under it: the rows scroll by exactly what the reader scrolls.
    const row = page.locator('[data-index="8"]');
    const before = await boxOf(row);
    await scrollBy(page, 40);
    assert.ok(Math.abs((await boxOf(row)).y - (before.y - 40)) < 1);

    await pinned.click();
    await page.locator('[data-index="0"]:focus').waitFor();
    assert.equal(await pinned.count(), 0);

    // Nothing that keys go to is under it.
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('j');
    }
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('k');
      const current = await boxOf(page.locator('.list-item:focus'));
      const covered = (await pinned.count()) > 0 ? list.y + 34 : list.y;
      assert.ok(current.y + current.height > covered, `step ${step} ends under the prompt`);
      if (current.height < 300) {
        assert.ok(current.y >= covered - 1, `step ${step} begins at ${current.y}`);
      }
    }
    await browser.close(page);
  });

  it('draws a window of thousands of prompts', async () => {
    const page = await browser.open('prompts', { width: 1200 });
    const entries = page.locator('.outline-entry');
    await entries.first().waitFor();
    assert.ok((await entries.count()) < 60, `${await entries.count()} entries are drawn`);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('End');
    await page.locator('.outline-entry:focus', { hasText: 'Prompt 2999' }).waitFor();
    assert.ok((await entries.count()) < 60);
    await page.keyboard.type('prompt 15');
    await page.locator('.outline-entry:focus', { hasText: 'Prompt 15:' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.locator('.list-item:focus', { hasText: 'Prompt 2999' }).waitFor();
    // From the rows back: the outline follows.
    await page.keyboard.press('Home');
    await page.locator('.outline-entry[aria-selected="true"]', { hasText: 'Prompt 0:' }).waitFor();
    await page.keyboard.press('End');
    await page.locator('.outline-entry[aria-selected="true"]', { hasText: /Prompt 29/ }).waitFor();
    await browser.close(page);
  });

  it('has no finding of axe, and a rail for each kind, in any theme', async () => {
    const page = await browser.open('story', { width: 1200, height: 2_400 });
    await page.locator('.outline-entry').first().waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await inEachTheme(page, async (theme) => {
      const rails = await page.evaluate(() =>
        ['user', 'assistant', 'thinking', 'tool', 'shell', 'diff', 'compaction'].map((kind) => {
          const row = document.querySelector(`.list-item > .row-${kind}`)!;
          const { backgroundColor, width, height } = getComputedStyle(row, '::before');
          return {
            kind,
            backgroundColor,
            isSeen: parseFloat(width) >= 2 && parseFloat(height) > 8,
          };
        }),
      );
      assert.deepEqual(
        rails.filter(({ isSeen }) => !isSeen),
        [],
        theme,
      );
      const colors = rails.map(({ backgroundColor }) => backgroundColor);
      assert.equal(new Set(colors).size, colors.length, `${theme}: ${colors.join(' ')}`);
    });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 700, height: 700 });
    await page.getByRole('button', { name: 'Outline' }).click();
    await page.locator('.outline-dialog .outline-entry').first().waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await browser.close(page);
  });

  it('expands and collapses all, drawn or not', async () => {
    const page = await browser.open('short', { width: 1000 });
    await page.keyboard.press('e');
    await until(
      page,
      () => document.querySelectorAll('.fold-line[aria-expanded="false"]').length === 0,
    );
    await page.keyboard.press('End');
    await page.locator('[data-index="29"]:focus').waitFor();
    assert.equal(await page.locator('.fold-line[aria-expanded="false"]').count(), 0);
    assert.ok((await page.locator('.fold-line[aria-expanded="true"]').count()) > 0);
    await page.keyboard.press('Shift+E');
    await until(
      page,
      () => document.querySelectorAll('.fold-line[aria-expanded="true"]').length === 0,
    );
    await browser.close(page);
  });
});

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('.list')!.scrollTop = to;
  }, top);
}

async function scrollBy(page: Page, distance: number): Promise<void> {
  await page.evaluate(async (by) => {
    document.querySelector('.list')!.scrollTop += by;
    await new Promise(requestAnimationFrame);
  }, distance);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box !== null, 'it is in the document');
  return box;
}
