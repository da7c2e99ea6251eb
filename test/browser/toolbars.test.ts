import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { browser } from './chromium.ts';

/** For each row as it has the focus: what its toolbar lies over, and whether the row grows. */
function coveredTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const list = document.querySelector('.list')!;
    const rows = [...list.querySelectorAll<HTMLElement>('.list-item:not(.list-placeholder)')];
    // Where a text is seen: what an ellipsis cuts off is not.
    const seenBoxes = (text: Node, item: Element) => {
      let [start, end] = [-Infinity, Infinity];
      for (let up = text.parentElement; up !== null && up !== item; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') {
          const { left, right } = up.getBoundingClientRect();
          [start, end] = [Math.max(start, left), Math.min(end, right)];
        }
      }
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
        left: Math.max(left, start),
        right: Math.min(right, end),
        top,
        bottom,
      }));
    };
    for (const item of rows) {
      const name = item.querySelector('.row')!.className;
      const height = item.offsetHeight;
      item.focus();
      if (item.offsetHeight !== height) {
        found.push(`${name} grows from ${height} to ${item.offsetHeight}`);
      }
      const toolbar = [...item.querySelectorAll('.row-toolbar')].find(
        (one) => one.closest('.nested-row') === null,
      )!;
      const box = toolbar.getBoundingClientRect();
      if (getComputedStyle(toolbar).opacity !== '1' || box.left < 0 || box.right > innerWidth) {
        found.push(`${name}: the toolbar is not seen`);
      }
      const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const text = texts.currentNode;
        const words = text.textContent!.trim();
        if (
          words === '' ||
          text.parentElement!.closest('.row-toolbar, .visually-hidden') !== null
        ) {
          continue;
        }
        // A line's box is taller than its letters.
        const isCovered = seenBoxes(text, list).some(
          (seen) =>
            Math.min(seen.right, box.right) - Math.max(seen.left, box.left) > 1 &&
            Math.min(seen.bottom, box.bottom) - Math.max(seen.top, box.top) > 4,
        );
        if (isCovered) {
          found.push(`${name}: ${words.slice(0, 60)}`);
        }
      }
    }
    return rows.length > 5 ? found : ['no rows'];
  });
}

describe('the toolbar of a row in Chromium', () => {
  for (const scenario of ['demo', 'work', 'tree', 'timed', 'tools']) {
    it(`covers no text and makes no row taller: ${scenario}`, async () => {
      const page = await browser.open(scenario, { width: 1100, height: 3_000 });
      // The focus is seen from the first key on.
      await page.keyboard.press('j');
      for (const width of [1100, 620, 400]) {
        await page.setViewportSize({ width, height: 3_000 });
        assert.deepEqual(await coveredTexts(page), [], `${width} pixels wide`);
      }
      await browser.close(page);
    });
  }
});
