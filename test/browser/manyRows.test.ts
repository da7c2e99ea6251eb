import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { isFull, itInFull } from '../support/full.ts';
import { inPage, until, untilDrawn } from '../support/pageBrowser.ts';
import { pageMoves } from '../support/pageMoves.ts';
import { browser } from './chromium.ts';

/** The document never has more rows, however long the session and fast the reader. */
const mostMounted = 200;

describe('100,000 rows of every kind in Chromium', () => {
  for (const [name, move] of Object.entries(pageMoves)) {
    // The others are those of the player, of the timeline and of live sessions, which have their own tests.
    const itHere = name === 'scroll' ? it : itInFull;
    itHere(`has few of them in the document: ${name}`, async () => {
      const page = await browser.open('huge');
      await watchMounted(page);
      await move(page, 80);
      await untilDrawn(page);
      const most = await mostRows(page);
      assert.ok(most > 10 && most <= mostMounted, `${most} rows were in the document`);
      await browser.close(page);
    });
  }

  it('stays where it was scrolled, by any means, right after opening', async () => {
    const page = await browser.open('huge');
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 5_000;
    });
    await page.setViewportSize({ width: 1_000, height: 780 });
    await page.setViewportSize({ width: 1_000, height: 800 });
    await untilDrawn(page);
    await page.waitForTimeout(300);
    const top = await page.evaluate(() => document.querySelector('.list')!.scrollTop);
    assert.ok(top > 4_000, `it is at ${top}`);
    await browser.close(page);
  });

  it('keeps visible rows in place when rows above change height', async () => {
    const page = await browser.open('huge');
    await page.mouse.move(500, 500);
    for (let turn = 0; turn < 12; turn += 1) {
      await page.mouse.wheel(0, 600);
      await untilDrawn(page);
    }
    // Drawn rows change with the width; undrawn ones appear after the leap.
    await page.setViewportSize({ width: 620, height: 800 });
    await untilDrawn(page);
    assert.deepEqual(await movesByWheel(page, -120, isFull ? 40 : 10), []);
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 3_000_000;
    });
    await untilDrawn(page);
    await page.waitForTimeout(300);
    assert.deepEqual(await movesByWheel(page, -120, isFull ? 40 : 10), []);
    assert.deepEqual(await movesByWheel(page, 120, isFull ? 20 : 5), []);
    assert.deepEqual(await gaps(page), []);
    await browser.close(page);
  });

  it('asks for each page once while it plays, and for nothing on the way back', async () => {
    const page = await browser.open('huge');
    await page.locator('.timeline-window').waitFor();
    await page.locator('.outline-entry:not(.list-placeholder)').first().waitFor();
    await pageMoves.play(page, 360);
    await untilDrawn(page);
    const last = await page.locator('.list-item').last().getAttribute('data-index');
    const pages = Math.floor(Number(last) / 100) + 1;
    assert.ok(pages > 1);
    const asked = await inPage(page, ({ fakeHost }) =>
      // The gauge asks wherever the reader stays.
      fakeHost.asked.filter((what) => !what.startsWith('context/at ')),
    );
    const edits = asked
      .filter((what) => what.startsWith('edits/check '))
      .flatMap((check) => check.split(' ').slice(1));
    const reads = asked.filter((what) => !what.startsWith('edits/check '));
    assert.ok(edits.length > 0);
    assert.deepEqual(edits, [...new Set(edits)], 'each edit is compared once');
    assert.deepEqual(
      reads.toSorted(),
      [
        // The first came with the session.
        ...Array.from({ length: pages - 1 }, (_, at) => `rows/read ${(at + 1) * 100}`),
        'outline/read 0',
        'timeline/read',
      ].toSorted(),
    );
    const posted = await inPage(page, (window) => window.posted);
    const once = ['ready', 'views/read', 'files/read'];
    assert.equal(posted, once.length + asked.length, 'each request is one post');
    await page.evaluate(async () => {
      const list = document.querySelector('.list')!;
      while (list.scrollTop > 0) {
        list.scrollBy(0, -400);
        await new Promise(requestAnimationFrame);
      }
    });
    await untilDrawn(page);
    assert.equal(await inPage(page, (window) => window.posted), posted);
    await browser.close(page);
  });
});

describe('five million rows in Chromium, taller than any element can be', () => {
  it('can be scrolled to the very end, row by row, and back to the start', async () => {
    const page = await browser.open('endless');
    await watchMounted(page);
    await page.keyboard.press('End');
    const last = page.locator('[data-index="4999999"]');
    await last.getByText('Answer 4999999.').waitFor();
    await untilAtBottom(page, '4999999');
    assert.equal(await last.getAttribute('aria-posinset'), '5000000');

    await page.mouse.move(500, 500);
    for (let turn = 0; turn < 10; turn += 1) {
      await page.mouse.wheel(0, -500);
      await untilDrawn(page);
    }
    assert.deepEqual(await gaps(page), []);
    assert.ok((await topRow(page)) > 4_999_600, 'the wheel goes on by rows, not by thousands');
    // Rows passed before they were drawn may be taller than estimated, so the way back is longer.
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, 500);
      await untilDrawn(page);
    }
    await untilAtBottom(page, '4999999');

    await page.keyboard.press('Home');
    await page.locator('[data-index="0"]').getByText('Question 0:').waitFor();
    assert.ok((await mostRows(page)) <= mostMounted);
    await browser.close(page);
  });

  it('is read page by page in the middle, and no row is left out', async () => {
    const page = await browser.open('endless');
    await page.evaluate(() => {
      const list = document.querySelector('.list')!;
      list.scrollTop = (list.scrollHeight - list.clientHeight) / 3;
    });
    await untilDrawn(page);
    await page.locator('.list').focus();
    for (const key of [
      ...Array<string>(12).fill('PageDown'),
      ...Array<string>(12).fill('PageUp'),
    ]) {
      const before = await shownRows(page);
      await page.keyboard.press(key);
      await untilDrawn(page);
      const after = await shownRows(page);
      const [first, last] = [before[0] ?? 0, before.at(-1) ?? 0];
      const kept = after.filter((row) => row >= first && row <= last);
      assert.ok(
        kept.length >= 1 && kept.length < before.length,
        `${key}: ${before.join()} to ${after.join()}`,
      );
      assert.ok(key === 'PageDown' ? after.at(-1)! > last : after[0]! < first, key);
    }
    assert.deepEqual(await gaps(page), []);
    await browser.close(page);
  });

  itInFull('can be dragged from end to end', async () => {
    const page = await browser.open('endless');
    await watchMounted(page);
    await pageMoves.drag(page, 80);
    await untilDrawn(page);
    assert.ok((await mostRows(page)) <= mostMounted);
    await page.evaluate(() => {
      const list = document.querySelector('.list')!;
      list.scrollTop = (list.scrollHeight - list.clientHeight) / 2;
    });
    await untilDrawn(page);
    const middle = await topRow(page);
    assert.ok(Math.abs(middle - 2_500_000) < 5_000, `row ${middle}`);
    assert.deepEqual(await gaps(page), []);
    await page.evaluate(() => {
      const list = document.querySelector('.list')!;
      list.scrollTop = list.scrollHeight;
    });
    await untilAtBottom(page, '4999999');
    await browser.close(page);
  });
});

async function watchMounted(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = { most: 0 };
    new MutationObserver(() => {
      watched.most = Math.max(watched.most, document.querySelectorAll('.list-item').length);
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(window, { watched });
  });
}

function mostRows(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { watched: { most: number } }).watched.most);
}

async function untilAtBottom(page: Page, index: string): Promise<void> {
  await until(page, () => {
    const { bottom } = document.querySelector('.list')!.getBoundingClientRect();
    const items = [...document.querySelectorAll<HTMLElement>('.list-item')];
    const last = items.reduce((a, b) =>
      Number(a.dataset.index) > Number(b.dataset.index) ? a : b,
    );
    return Math.abs(last.getBoundingClientRect().bottom - bottom) < 2;
  });
  assert.equal(await page.locator(`[data-index="${index}"]`).isVisible(), true);
}

/** Visible rows, whose content must match their number. */
async function shownRows(page: Page): Promise<number[]> {
  const rows = await page.evaluate(() => {
    const list = document.querySelector('.list')!.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.list-item')]
      .filter((item) => {
        const { top, bottom } = item.getBoundingClientRect();
        return bottom > list.top && top < list.bottom;
      })
      .map((item) => {
        const said = /(?:Question|Answer) (\d+)|part(\d+)\.ts/.exec(item.textContent);
        return { index: Number(item.dataset.index), said: Number(said?.[1] ?? said?.[2]) };
      });
  });
  for (const { index, said } of rows) {
    assert.equal(said, index);
  }
  return rows.map(({ index }) => index);
}

/** Turns the wheel and returns rows that moved by a different distance. */
async function movesByWheel(page: Page, distance: number, turns: number): Promise<string[]> {
  const wrong: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const index = await topRow(page);
    // The next row, since a partly hidden one may grow above the screen.
    const before = await topOf(page, index + 1);
    await awaitScroll(page);
    await page.mouse.wheel(0, distance);
    await untilScrolled(page);
    const moved = (await topOf(page, index + 1)) - before;
    if (Math.abs(moved + distance) > 1.5) {
      wrong.push(`row ${index + 1} moved by ${moved}`);
    }
  }
  return wrong;
}

/** Starts recording whether the list scrolled. */
async function awaitScroll(page: Page): Promise<void> {
  await page.evaluate(() => {
    const list = document.querySelector<HTMLElement>('.list')!;
    delete list.dataset.scrolled;
    list.addEventListener('scroll', () => (list.dataset.scrolled = ''), { once: true });
  });
}

/** The list scrolled, all rows are drawn, and nothing has moved for some frames. */
async function untilScrolled(page: Page): Promise<void> {
  await until(page, () => document.querySelector('.list[data-scrolled]') !== null);
  await until(page, () => document.querySelector('.list .list-placeholder') === null);
  await page.evaluate(async () => {
    const list = document.querySelector('.list')!;
    for (let still = 0, top = NaN; still < 3; still = list.scrollTop === top ? still + 1 : 0) {
      top = list.scrollTop;
      await new Promise(requestAnimationFrame);
    }
  });
}

function topOf(page: Page, index: number): Promise<number> {
  return page.evaluate(
    (at) => document.querySelector(`[data-index="${at}"]`)!.getBoundingClientRect().top,
    index,
  );
}

function topRow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { top } = document.querySelector('.list')!.getBoundingClientRect();
    const items = [...document.querySelectorAll<HTMLElement>('.list-item')];
    const first = items.find((item) => item.getBoundingClientRect().bottom > top);
    return Number(first?.dataset.index);
  });
}

/** Adjacent rows with a gap. */
function gaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('.list-item')]
      .map((item) => ({ index: Number(item.dataset.index), box: item.getBoundingClientRect() }))
      .sort((a, b) => a.index - b.index);
    return boxes.flatMap(({ index, box }, at) => {
      const before = boxes[at - 1];
      return before?.index === index - 1 && Math.abs(box.top - before.box.bottom) >= 1
        ? [`${index}: ${box.top - before.box.bottom}`]
        : [];
    });
  });
}
