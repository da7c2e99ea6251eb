import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { itInFull } from '../support/full.ts';
import { inPage, until } from '../support/pageBrowser.ts';
import { pageMoves } from '../support/pageMoves.ts';
import { browser } from './chromium.ts';

interface Work {
  /** Messages to the host of any kind. */
  readonly posted: number;
  /** Requests among them. */
  readonly asked: readonly string[];
  /** Rows added to the document, by index. */
  readonly mounted: readonly number[];
}

/** All counts here are exact: one row or message more fails. */
describe('the work of one action among 100,000 rows', () => {
  it('is none where a list is at rest', async () => {
    const page = await opened();
    const work = await workOf(page, () => page.waitForTimeout(500));
    assert.deepEqual(work, { posted: 0, asked: [], mounted: [] });
    await browser.close(page);
  });

  // `manyRows.test.ts` counts the requests of such a way in every run.
  itInFull(
    'is to mount each row once while the list is played, and to ask for each page once',
    async () => {
      const page = await opened();
      const there = await indexes(page);
      const down = await workOf(page, () => pageMoves.play(page, 450));
      const last = Math.max(...(await indexes(page)));
      assert.ok(last > 100, `row ${last}`);
      assert.deepEqual(down.mounted, numbers(Math.max(...there) + 1, last));
      assert.deepEqual(
        withoutChecks(down.asked),
        numbers(1, Math.floor(last / 100)).map((at) => `rows/read ${at * 100}`),
      );
      const checked = checkedRows(down.asked);
      assert.ok(checked.length > 0);
      assert.equal(new Set(checked).size, checked.length, 'each edit is compared once');
      assert.equal(down.posted, down.asked.length);
      const shown = Math.min(...(await indexes(page)).slice(1));
      const up = await workOf(page, async () => {
        await page.evaluate(async () => {
          const list = document.querySelector('.list')!;
          while (list.scrollTop > 0) {
            list.scrollBy(0, -120);
            await new Promise(requestAnimationFrame);
          }
        });
        await drawn(page);
      });
      assert.deepEqual([up.posted, up.asked], [0, []], 'all of it was kept');
      // The current row, the first, never left.
      assert.deepEqual(
        up.mounted.toSorted((a, b) => a - b),
        numbers(1, shown - 1),
      );
      await browser.close(page);
    },
  );

  it('is one request for a jump to either end, and none for loaded rows', async () => {
    const page = await opened();
    const press = (key: string) =>
      workOf(page, async () => {
        await page.keyboard.press(key);
        await drawn(page);
        await page.waitForTimeout(300);
      });
    const end = await press('End');
    assert.deepEqual(withoutChecks(end.asked), [
      'rows/read 99900',
      'outline/locate',
      'outline/read 18100',
    ]);
    assert.equal(end.posted, 4, 'with one to compare the edits on screen');
    assert.equal(end.asked.length, end.posted);
    assert.equal(Math.max(...(await indexes(page))), 99_999);
    assert.ok(end.mounted.length < 60, `${end.mounted.length} rows`);
    const last = await page.evaluate(() => document.activeElement?.getAttribute('aria-posinset'));
    assert.equal(last, '100000');
    for (const key of ['PageUp', 'PageDown', 'k', 'j', 'Home']) {
      // The entries of the outline between both ends have not loaded.
      const asked = key === 'Home' ? ['outline/locate'] : [];
      assert.deepEqual((await press(key)).asked, asked, key);
    }
    assert.equal(await page.evaluate(() => document.activeElement?.ariaPosInSet), '1');
    await browser.close(page);
  });

  itInFull('is one search and one request for a match that is far away', async () => {
    const page = await opened();
    await page.keyboard.press('Control+f');
    const row = page.locator('[data-index="77777"]');
    const work = await workOf(page, async () => {
      await inPage(page, ({ fakeHost }) => {
        const [far] = fakeHost.rowsFrom(77_777);
        Object.assign(far!, { kind: 'notice', text: { text: 'needle', length: 6, lines: 1 } });
      });
      await page.keyboard.insertText('needle');
      await row.getByText('needle').waitFor();
      await page.getByText('1 of 1', { exact: true }).waitFor();
      await drawn(page);
    });
    assert.deepEqual(work.asked, [
      'find/run needle',
      'rows/read 77700',
      'outline/locate',
      'outline/read 14100',
    ]);
    assert.equal(work.posted, 4);
    const place = (await row.boundingBox())?.y ?? 0;
    assert.ok(place > 120 && place < 780, `the row is at ${place}`);
    await browser.close(page);
  });

  it('is one request for a row that is written while its reader is at the end, and one for the timeline', async () => {
    const page = await opened();
    await page.keyboard.press('End');
    await page.locator('[data-index="99999"]').waitFor();
    await drawn(page);
    await page.waitForTimeout(300);
    for (const index of [100_000, 100_001]) {
      const work = await workOf(page, async () => {
        await inPage(page, ({ fakeHost, makeRows }) => {
          fakeHost.append(...makeRows(1));
        });
        await page.locator(`[data-index="${index}"]:not(.list-placeholder)`).waitFor();
        await page.locator(`.timeline[aria-valuemax="${index + 1}"]`).waitFor();
        await page.waitForTimeout(300);
      });
      assert.deepEqual(work.mounted, [index]);
      assert.deepEqual(work.asked, [
        'outline/read 18100',
        'rows/read 99900',
        'rows/read 100000',
        'timeline/read',
      ]);
      assert.equal(work.posted, 4);
    }
    await browser.close(page);
  });

  itInFull('never removes the focused row, and leads back to it from anywhere', async () => {
    const page = await opened();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const scrolled = await workOf(page, () => pageMoves.scroll(page, 60));
    assert.ok(!(await indexes(page)).includes(1) && !scrolled.mounted.includes(2));
    assert.equal(await page.evaluate(() => document.activeElement?.ariaPosInSet), '3');
    const dragged = await workOf(page, () => pageMoves.drag(page, 60));
    assert.ok(!dragged.mounted.includes(2));
    await page.keyboard.press('j');
    await page.locator('[data-index="3"]:focus').waitFor();
    await drawn(page);
    const place = await page.locator('[data-index="3"]').boundingBox();
    assert.ok(place !== null && place.y > 100 && place.y < 800, 'the list comes back to it');
    await browser.close(page);
  });
});

async function opened(): Promise<Page> {
  const page = await browser.open('huge');
  await page.locator('.timeline-window').waitFor();
  await drawn(page);
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    const mounted: number[] = [];
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (node instanceof HTMLElement && node.matches('.list-item')) {
            mounted.push(Number(node.dataset.index));
          }
        }
      }
    }).observe(document.querySelector('.list-content')!, { childList: true });
    Object.assign(window, { mounted });
  });
  return page;
}

/** The page's work for an action, without that of the gauge. */
async function workOf(page: Page, act: () => Promise<void>): Promise<Work> {
  const counted = () =>
    page.evaluate(() => {
      const counts = window as unknown as {
        posted: number;
        mounted: number[];
        fakeHost: { asked: string[] };
      };
      const asked = counts.fakeHost.asked.filter((what) => !what.startsWith('context/at '));
      return { posted: counts.posted, mounted: counts.mounted, asked };
    });
  const before = await counted();
  await act();
  const after = await counted();
  return {
    posted: after.posted - before.posted,
    asked: after.asked.slice(before.asked.length),
    mounted: after.mounted.slice(before.mounted.length),
  };
}

const check = 'edits/check ';

function withoutChecks(asked: readonly string[]): readonly string[] {
  return asked.filter((what) => !what.startsWith(check));
}

/** The rows whose edits were compared. */
function checkedRows(asked: readonly string[]): readonly string[] {
  return asked.flatMap((what) =>
    what.startsWith(check) ? what.slice(check.length).split(' ') : [],
  );
}

/** Everything in the document is drawn. */
function drawn(page: Page): Promise<void> {
  return until(page, () => document.querySelector('.list-placeholder') === null);
}

function indexes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.list-item')].map(({ dataset }) =>
      Number(dataset.index),
    ),
  );
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
