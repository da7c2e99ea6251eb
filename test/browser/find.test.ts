import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { find, until } from '../support/pageBrowser.ts';
import { browser } from './chromium.ts';

describe('Find over the rows', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Find or filter rows' });
  const says = (page: Page, text: string) =>
    page.getByRole('search').getByRole('status').filter({ hasText: text }).waitFor();

  it('marks what its options ask for', async () => {
    const page = await browser.open('demo');
    await find(page, 'row');
    await until(page, () => (CSS.highlights.get('find-match')?.size ?? 0) > 2);
    assert.ok((await marked(page)).includes('Row'), 'in any case');
    await page.keyboard.press('Alt+w');
    await find(page, 'rows?');
    await says(page, 'No results');
    await page.keyboard.press('Alt+r');
    await until(page, () => (CSS.highlights.get('find-current')?.size ?? 0) === 1);
    const words = new Set((await marked(page)).map((text) => text.toLowerCase()));
    assert.deepEqual([...words].toSorted(), ['row', 'rows']);
    await find(page, '^package [a-z]+$');
    await says(page, '1 of ');
    await until(page, () => (CSS.highlights.get('find-current')?.size ?? 0) === 1);
    await browser.close(page);
  });

  it('never covers the match it goes to', async () => {
    const page = await browser.open('matches', { width: 380, height: 500 });
    await find(page, 'needle');
    for (let match = 1; match <= 7; match += 1) {
      await says(page, `${match} of 7`);
      await until(page, () => {
        const [mark] = [...(CSS.highlights.get('find-current') ?? [])];
        if (mark === undefined) {
          return false;
        }
        const range = document.createRange();
        range.setStart(mark.startContainer, mark.startOffset);
        range.setEnd(mark.endContainer, mark.endOffset);
        const { top, bottom } = range.getBoundingClientRect();
        const field = document.querySelector('.find-line')!.getBoundingClientRect();
        return top >= field.bottom && bottom <= window.innerHeight;
      });
      await page.keyboard.press('Enter');
    }
    await browser.close(page);
  });

  it('has the same words after a reload, and is where the reader was', async () => {
    const page = await browser.open('long');
    await find(page, 'part 150?');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.locator('[data-index="19999"]').waitFor();
    await page.keyboard.press('Control+f');
    await until(page, () => document.activeElement?.closest('.find-line') !== null);
    await page.keyboard.press('Alt+c');
    await page.keyboard.type('Question 1500');
    await says(page, '1 of ');
    const count = await page.getByRole('search').getByRole('status').textContent();
    const total = (count ?? '').replace('1 of ', '');
    await until(page, () => {
      const state = sessionStorage.getItem('vscode-state') ?? '';
      return state.includes('"query":"Question 1500"') && state.includes('"matchCase":true');
    });
    await page.reload();
    await page.getByRole('search').getByText(total, { exact: true }).waitFor();
    assert.equal(await field(page).inputValue(), 'Question 1500');
    const isCase = page.getByRole('button', { name: 'Match Case' });
    assert.equal(await isCase.getAttribute('aria-pressed'), 'true');
    await browser.close(page);
  });

  it('searches for the selected words', async () => {
    const page = await browser.open('demo');
    await page.evaluate(() => {
      const walker = document.createTreeWalker(
        document.querySelector('.row-user')!,
        NodeFilter.SHOW_TEXT,
      );
      let node = walker.nextNode();
      while (node !== null && !(node.textContent ?? '').includes('importer')) {
        node = walker.nextNode();
      }
      const from = node!.textContent!.indexOf('importer');
      getSelection()!.setBaseAndExtent(node!, from, node!, from + 'importer'.length);
    });
    await page.keyboard.press('Control+f');
    assert.equal(await field(page).inputValue(), 'importer');
    await says(page, '1 of ');
    await browser.close(page);
  });
});

/** The marked texts. */
function marked(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ['find-match', 'find-current'].flatMap((name) =>
      [...(CSS.highlights.get(name) ?? [])].map((mark) => {
        const range = document.createRange();
        range.setStart(mark.startContainer, mark.startOffset);
        range.setEnd(mark.endContainer, mark.endOffset);
        return range.toString();
      }),
    ),
  );
}
