import assert from 'node:assert/strict';
import { find, until } from '../support/pageBrowser.ts';
import { browser } from './chromium.ts';

describe('100,000 long rows in Chromium', () => {
  it('are drawn some at a time, those on screen first, and then all', async () => {
    const page = await browser.open('heavy');
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 2_000_000;
    });
    await until(page, () => {
      const indexes = [...document.querySelectorAll<HTMLElement>('.list-item')].map(({ dataset }) =>
        Number(dataset.index),
      );
      return indexes.at(-1)! > 1_000 && document.querySelector('.list .list-placeholder') === null;
    });
    // The page numbers rows as it draws them. The first item is the current row, drawn at the
    // start.
    const { onScreen, offScreen } = await page.evaluate(() => {
      const list = document.querySelector('.list')!.getBoundingClientRect();
      const turns = { onScreen: [] as number[], offScreen: [] as number[] };
      for (const item of [...document.querySelectorAll<HTMLElement>('.list-item')].slice(1)) {
        const { top, bottom } = item.getBoundingClientRect();
        const isOnScreen = bottom > list.top + 0.5 && top < list.bottom - 0.5;
        turns[isOnScreen ? 'onScreen' : 'offScreen'].push(Number(item.dataset.turn));
      }
      return turns;
    });
    assert.ok(onScreen.length > 1 && offScreen.length > 1, 'there are rows of both kinds');
    assert.ok(
      Math.max(...onScreen) < Math.min(...offScreen),
      `rows on screen were drawn as ${onScreen.join()}, those off it as ${offScreen.join()}`,
    );
    await browser.close(page);
  });

  it('have all of their colors in the end, however long the code', async () => {
    const page = await browser.open('heavy');
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 1_000_000;
    });
    await until(page, () => {
      const rows = [...document.querySelectorAll<HTMLElement>('.list-item')].slice(1);
      const blocks = [...document.querySelectorAll('.code-block code')];
      return (
        rows.every(({ dataset }) => Number(dataset.index) > 1_000) &&
        blocks.length > 4 &&
        blocks.every((block) => block.querySelector('.hljs-keyword') !== null)
      );
    });
    await browser.close(page);
  });

  it('have their matches marked, also in code that gets its colors later', async () => {
    const page = await browser.open('heavy');
    await find(page, 'await readPart');
    await until(page, () => (CSS.highlights.get('find-match')?.size ?? 0) > 20);
    for (const distance of [900, 900, 900, -1_800, 2_700]) {
      await page.evaluate((by) => {
        document.querySelector('.list')!.scrollBy(0, by);
      }, distance);
      await until(page, () => {
        const isColored = [...document.querySelectorAll('.code-block code')].every(
          (block) => block.querySelector('.hljs-keyword') !== null,
        );
        const items = [...document.querySelectorAll('.list-item')];
        const said = items.reduce(
          (sum, { textContent }) => sum + textContent.split('await readPart').length - 1,
          0,
        );
        const marks = ['find-match', 'find-current'].flatMap((name) => [
          ...(CSS.highlights.get(name) ?? []),
        ]);
        const right = marks.filter((mark) => {
          const range = document.createRange();
          range.setStart(mark.startContainer, mark.startOffset);
          range.setEnd(mark.endContainer, mark.endOffset);
          return mark.startContainer.isConnected && range.toString() === 'await readPart';
        });
        return isColored && said > 0 && marks.length === said && right.length === said;
      });
    }
    await page.keyboard.press('Escape');
    await until(page, () => !CSS.highlights.has('find-match'));
    await browser.close(page);
  });
});
