import assert from 'node:assert/strict';
import { PageBrowser, until } from '../support/pageBrowser.ts';

describe('100,000 long rows in Chromium', () => {
  const browser = new PageBrowser();
  before(() => browser.start());
  after(() => browser.stop());

  it('are drawn some at a time, those on screen first, and then all', async () => {
    const page = await browser.open('heavy');
    const early = await page.evaluate(async () => {
      const list = document.querySelector('.list')!;
      let early = 0;
      list.scrollTop = 2_000_000;
      for (let frame = 0; frame < 90; frame += 1) {
        await new Promise(requestAnimationFrame);
        const { top, bottom } = list.getBoundingClientRect();
        const items = [...document.querySelectorAll('.list-item')].slice(1);
        const isOnScreen = (item: Element) => {
          const box = item.getBoundingClientRect();
          return box.bottom > top + 1 && box.top < bottom - 1;
        };
        const isWaiting = (item: Element) => item.matches('.list-placeholder');
        const waiting = items.filter((item) => isOnScreen(item) && isWaiting(item)).length;
        const drawn = items.filter((item) => !isWaiting(item));
        early += waiting > 0 ? drawn.filter((item) => !isOnScreen(item)).length : 0;
      }
      return early;
    });
    await until(page, () => document.querySelector('.list-placeholder') === null);
    assert.equal(early, 0, 'nothing off the screen was drawn before what is on it');
    await browser.close(page);
  });

  it('have all of their colours in the end, however long the code', async () => {
    const page = await browser.open('heavy');
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 1_000_000;
    });
    await until(page, () => {
      const blocks = [...document.querySelectorAll('.code-block code')];
      return (
        blocks.length > 4 && blocks.every((block) => block.querySelector('.hljs-keyword') !== null)
      );
    });
    await browser.close(page);
  });

  it('have their matches marked, also in code that gets its colours later', async () => {
    const page = await browser.open('heavy');
    await page.keyboard.press('Control+f');
    await page.keyboard.insertText('await readPart');
    await until(page, () => (CSS.highlights.get('find-match')?.size ?? 0) > 20);
    for (const distance of [900, 900, 900, -1_800, 2_700]) {
      await page.evaluate((by) => {
        document.querySelector('.list')!.scrollBy(0, by);
      }, distance);
      await until(page, () => {
        const isColoured = [...document.querySelectorAll('.code-block code')].every(
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
        return isColoured && said > 0 && marks.length === said && right.length === said;
      });
    }
    await page.keyboard.press('Escape');
    await until(page, () => !CSS.highlights.has('find-match'));
    await browser.close(page);
  });
});
