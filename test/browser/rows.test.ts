import assert from 'node:assert/strict';
import { find, inPage, mountedRows, until } from '../support/pageBrowser.ts';
import { browser } from './chromium.ts';

describe('20,000 rows in Chromium', () => {
  it('draws only rows near the screen', async () => {
    const page = await browser.open('long');
    assert.ok((await mountedRows(page)) < 100);
    assert.equal(await page.getByRole('feed').getByRole('article').first().isVisible(), true);
    assert.equal(await page.getByRole('article').first().getAttribute('aria-setsize'), '20000');
    await browser.close(page);
  });

  it('jumps to the end and back to the start', async () => {
    const page = await browser.open('long');
    await page.keyboard.press('End');
    const last = page.locator('[data-index="19999"]');
    await last.getByText('Answer 19999.').waitFor();
    await until(page, () => {
      const list = document.querySelector('.list')!;
      return list.scrollHeight - list.scrollTop - list.clientHeight < 2;
    });
    const place = await last.boundingBox();
    assert.ok(place !== null && place.y + place.height <= 801, 'the last row is on screen');
    assert.ok((await mountedRows(page)) < 100);
    await page.keyboard.press('Home');
    await page.locator('[data-index="0"]').getByText('Question 0:').waitFor();
    await until(page, () => document.querySelector('.list')!.scrollTop === 0);
    await browser.close(page);
  });

  it('scrolls through with the right rows on screen and a bounded number in the document', async () => {
    const page = await browser.open('long');
    let most = 0;
    for (let part = 1; part <= 20; part += 1) {
      await page.evaluate((at) => {
        const list = document.querySelector('.list')!;
        list.scrollTop = (list.scrollHeight * at) / 20;
      }, part);
      await until(page, () => {
        const list = document.querySelector('.list')!.getBoundingClientRect();
        const items = [...document.querySelectorAll<HTMLElement>('.list-item')];
        const shown = items.filter((item) => {
          const { top, bottom } = item.getBoundingClientRect();
          return bottom > list.top && top < list.bottom;
        });
        return shown.length > 4 && !shown.some((item) => item.matches('.list-placeholder'));
      });
      most = Math.max(most, await mountedRows(page));
      const wrong = await page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>('.list-item:not(.list-placeholder)')].filter(
            (item) => {
              const shown = /(?:Question|Answer) (\d+)|part(\d+)\.ts/.exec(item.textContent);
              return (shown?.[1] ?? shown?.[2]) !== item.dataset.index;
            },
          ).length,
      );
      assert.equal(wrong, 0, 'every row shows what belongs to its place');
    }
    assert.ok(most < 200, `${most} rows were in the document`);
    await browser.close(page);
  });

  it('leaves no gap and no overlap between rows', async () => {
    const page = await browser.open('long');
    await page.mouse.move(500, 500);
    for (let turn = 0; turn < 15; turn += 1) {
      await page.mouse.wheel(0, 900);
      await until(page, () => document.querySelector('.list .list-placeholder') === null);
    }
    for (let turn = 0; turn < 8; turn += 1) {
      await page.mouse.wheel(0, -700);
    }
    await until(page, () => {
      const boxes = [...document.querySelectorAll<HTMLElement>('.list-item')]
        .map((item) => ({ index: Number(item.dataset.index), box: item.getBoundingClientRect() }))
        .sort((a, b) => a.index - b.index);
      return boxes.every(
        ({ index, box }, at) =>
          at === 0 ||
          boxes[at - 1]!.index !== index - 1 ||
          Math.abs(box.top - boxes[at - 1]!.box.bottom) < 1,
      );
    });
    await browser.close(page);
  });

  it('does not ask for what a fast scroll passes', async () => {
    const page = await browser.open('long');
    // No timer runs between promises, so that the swipe never pauses, however busy the machine is.
    const passed = await page.evaluate(async () => {
      const list = document.querySelector('.list')!;
      const places = new Set<string | undefined>();
      for (let at = 0; at < 60; at += 1) {
        list.scrollTop += 12_000;
        list.dispatchEvent(new Event('scroll'));
        for (let drawn = 0; drawn < 5; drawn += 1) {
          await Promise.resolve();
        }
        const items = [...document.querySelectorAll<HTMLElement>('.list-item')];
        places.add(items.at(-1)?.dataset.index);
      }
      return places.size;
    });
    assert.equal(passed, 60, 'the list was drawn wherever it passed');
    await until(page, () => document.querySelector('.list .list-placeholder') === null);
    const asked = await inPage(page, ({ fakeHost }) =>
      fakeHost.asked.filter((what) => what.startsWith('rows/read')),
    );
    const last = await page.locator('.list-item').last().getAttribute('data-index');
    const pages = [...new Set(asked.map((request) => Number(request.replace('rows/read ', ''))))];
    assert.ok(pages.length <= 3 && asked.length === pages.length, asked.join());
    assert.ok(
      pages.every((first) => first === 0 || Number(last) - first < 200),
      `the list rests at row ${last}, asked for were ${asked.join()}`,
    );
    await browser.close(page);
  });

  it('finds a row far away, goes to it and marks it', async () => {
    const page = await browser.open('long');
    await find(page, 'part 15000?');
    const row = page.locator('[data-index="15000"]');
    await row.getByText('Question 15000:').waitFor();
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await until(page, () => (CSS.highlights.get('find-current')?.size ?? 0) === 1);
    const place = await row.boundingBox();
    assert.ok(place !== null && place.y > 100 && place.y < 780);
    await browser.close(page);
  });

  it('steps through matches, opens folds and reaches text only an editor shows', async () => {
    const page = await browser.open('matches');
    const marked = () =>
      page.evaluate(() =>
        [...(CSS.highlights.get('find-current') ?? [])].map((mark) => {
          const range = document.createRange();
          range.setStart(mark.startContainer, mark.startOffset);
          range.setEnd(mark.endContainer, mark.endOffset);
          const element = range.startContainer.parentElement;
          const { top, bottom } = range.getBoundingClientRect();
          const around = element?.closest('.markdown, code, .work-name, button')?.textContent ?? '';
          return {
            row: Number(element?.closest('[data-index]')?.getAttribute('data-index')),
            before: around.slice(0, 12),
            text: range.toString(),
            isOnScreen: top > 0 && bottom < window.innerHeight,
          };
        }),
      );
    await find(page, 'needle');
    const status = page.getByRole('search').getByRole('status');
    const places: string[] = [];
    for (let match = 1; match <= 7; match += 1) {
      await status.filter({ hasText: `${match} of 7` }).waitFor();
      const deadline = Date.now() + 60_000;
      let [mark, ...others] = await marked();
      while (mark?.isOnScreen !== true && Date.now() < deadline) {
        await page.waitForTimeout(20);
        [mark, ...others] = await marked();
      }
      assert.deepEqual(others, []);
      assert.ok(mark?.isOnScreen, `match ${match}: ${JSON.stringify(mark)}`);
      places.push(`${mark.row} ${mark.before}: ${mark.text}`);
      await page.keyboard.press('Enter');
    }
    assert.deepEqual(places, [
      '0 A needle and: needle',
      '0 A needle and: needle',
      '200 needle: needle',
      '200 {\n  "path":": needle',
      '200 The needle i: needle',
      '400 line\nline\nli: needle',
      '400 : 400 more lines: open in editor',
    ]);
    await status.filter({ hasText: '1 of 7' }).waitFor();
    await browser.close(page);
  });
});
