import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { inPage, until } from '../support/pageBrowser.ts';
import type { PageTestWindow } from '../support/pageScenario.ts';
import { inEachTheme } from '../support/pageTheme.ts';
import { browser } from './chromium.ts';

/** A window of 1000 × 746 pixels at 200% zoom. */
const zoomed = { width: 500, height: 373 };

describe('what can be seen of the page in Chromium', () => {
  it('is mostly rows on a low screen, and all but a line once the reader is further down', async () => {
    const page = await browser.open('tree', zoomed);
    const { height } = await boxOf(page.locator('.header'));
    assert.ok(height <= 140, `the header takes ${height}`);

    await scrollTo(page, 500);
    await page.locator('.header-folded').waitFor();
    const folded = await boxOf(page.locator('.header'));
    assert.ok(folded.height <= 44, `the header takes ${folded.height}`);
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible());

    await page.keyboard.press('Control+f');
    await until(page, () => document.activeElement?.closest('.find') !== null);
    const searched = await boxOf(page.locator('.header'));
    assert.equal(searched.height, folded.height, 'Find is over the rows');
    await page.keyboard.press('Escape');
    await parentIn(page).focus();
    assert.equal((await boxOf(page.locator('.header'))).height, height, 'the keyboard unfolds it');

    await page.locator('.list-item[tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.locator('.header:not(.header-folded)').waitFor();
    await browser.close(page);
  });

  it('unfolds its header for the first key that leads back to the start, whenever effects run', async () => {
    const page = await browser.open('tree', zoomed);
    await scrollTo(page, 500);
    await page.locator('.header-folded').waitFor();
    await page.locator('.list-item[tabindex="0"]').focus();
    await page.evaluate(() => {
      // As on a busy machine: what is put off to a frame or a timer comes after the scroll event.
      const later = setTimeout.bind(window);
      const hold = (act: TimerHandler) => later(act, 300);
      Object.assign(window, { setTimeout: hold, requestAnimationFrame: hold });
    });
    await page.keyboard.press('Home');
    await page.locator('.header:not(.header-folded)').waitFor();
    await browser.close(page);
  });

  it('keeps its place while the header folds and unfolds', async () => {
    const page = await browser.open('tree', zoomed);
    await scrollTo(page, 330);
    await until(page, () => document.querySelector('.list .list-placeholder') === null);
    await page.locator('.header-folded').waitFor();
    const row = page.locator('[data-index="3"]');
    const folded = await boxOf(row);
    await parentIn(page).focus();
    await page.locator('.header-rest:focus-within').waitFor();
    await eventually(async () => {
      const unfolded = await boxOf(row);
      assert.ok(Math.abs(folded.y - unfolded.y) <= 1, `${folded.y} became ${unfolded.y}`);
    });
    await browser.close(page);
  });

  it('has its menu within a narrow window', async () => {
    const page = await browser.open('demo', { width: 380, height: 700 });
    await page.getByRole('button', { name: 'More Actions…' }).click();
    const menu = await boxOf(page.getByRole('menu'));
    assert.ok(menu.x >= 0 && menu.x + menu.width <= 380, 'it is within the window');
    await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard Shortcuts' }).waitFor();
    await browser.close(page);
  });

  it('tells the chosen view from the other one, and the focused row from others, in every theme', async () => {
    const page = await browser.open('demo');
    await page.keyboard.press('j');
    await inEachTheme(page, async (theme) => {
      const looks = await page.evaluate(() =>
        [...document.querySelectorAll('.switch-option')].map((option) => {
          const { backgroundColor, color } = getComputedStyle(option);
          return { backgroundColor, color };
        }),
      );
      assert.equal(looks.length, 2);
      assert.notEqual(looks[0]?.backgroundColor, looks[1]?.backgroundColor);

      const frame = await page.evaluate(() => {
        const { borderTopColor, borderTopWidth, content } = getComputedStyle(
          document.querySelector('[data-index="1"]')!,
          '::before',
        );
        const wanted = document.createElement('i');
        wanted.style.color = 'var(--vscode-focusBorder)';
        document.body.append(wanted);
        const focusColor = getComputedStyle(wanted).color;
        wanted.remove();
        return { borderTopColor, width: parseFloat(borderTopWidth), content, focusColor };
      });
      assert.equal(frame.content, '""');
      assert.equal(frame.borderTopColor, frame.focusColor);
      assert.ok(frame.width >= (theme.startsWith('highContrast') ? 2 : 1));
    });
    await browser.close(page);
  });

  for (const width of [1000, 380]) {
    it(`shows a call’s state and time beside its toolbar, ${width} pixels wide`, async () => {
      const page = await browser.open('demo', { width, height: 3_400 });
      const calls = page.locator('.row-tool, .row-shell');
      const states: string[] = [];
      for (let at = 0; at < (await calls.count()); at += 1) {
        const call = calls.nth(at);
        await call.hover();
        const state = await boxOf(call.locator('.call-state'));
        const toolbar = await boxOf(call.locator('.row-toolbar'));
        assert.ok(
          toolbar.x + toolbar.width <= state.x,
          `call ${at}: the toolbar ends at ${toolbar.x + toolbar.width}, the state begins at ${state.x}`,
        );
        states.push((await call.locator('.call-state').textContent()) ?? '');
      }
      assert.ok(states.some((state) => state.startsWith('Failed')));
      assert.ok(states.some((state) => state.endsWith('ms')));
      await browser.close(page);
    });
  }

  it('truncates a name at its end and aligns it left, in any script', async () => {
    const page = await browser.open('tree');
    for (const name of [
      'لماذا يسقط المستورد آخر صف من ملف CSV عندما لا ينتهي بسطر جديد؟ (importer/read.go)',
      '输入文件末尾没有换行符时导入器会丢掉最后一行，请找出原因并修复它，然后写一个测试。',
      '👨‍👩‍👧‍👦 Ship the importer that keeps the last row of every file, for all of the family 🇩🇪',
    ]) {
      await page.evaluate((title) => {
        const { fakeHost } = window as unknown as PageTestWindow;
        const updatedAt = Date.UTC(2026, 10, 20);
        fakeHost.change({
          header: { title, forks: [{ title, path: '/fork.jsonl', updatedAt }] },
        });
      }, name);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const [heading, fork] = await page.evaluate(() =>
        ['h1', '.relative-forks bdi'].map((selector) => {
          const element = document.querySelector(selector)!;
          const range = document.createRange();
          const [text] = element.childNodes;
          range.setStart(text!, 0);
          range.setEnd(text!, 1);
          const first = range.getBoundingClientRect();
          range.selectNodeContents(element);
          const box = element.getBoundingClientRect();
          return {
            isFirstSeen: first.left >= box.left - 1 && first.right <= box.right + 1,
            isWhole: element.scrollWidth <= element.clientWidth,
            indent: Math.min(...[...range.getClientRects()].map(({ left }) => left)) - box.left,
          };
        }),
      );
      assert.ok(heading?.isFirstSeen === true && heading.indent < 2, JSON.stringify(heading));
      assert.ok(fork?.isFirstSeen === true && !fork.isWhole, JSON.stringify(fork));
    }
    await browser.close(page);
  });

  it('aligns every line of a long link left', async () => {
    const page = await browser.open('tree');
    const title = 'Replace the ORM in every part of the importer and the exporter. '
      .repeat(5)
      .trim();
    await page.evaluate((name) => {
      const { fakeHost } = window as unknown as PageTestWindow;
      fakeHost.change({
        header: { parent: { title: name, path: '/parent.jsonl', known: true } },
      });
    }, title);
    const link = page.locator('.row-fork').getByRole('button', { name: title });
    const lefts = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].map(({ left }) => Math.round(left));
    });
    assert.ok(lefts.length > 1, 'the link has several lines');
    assert.equal(new Set(lefts).size, 1, `they begin at ${lefts.join(', ')}`);
    await browser.close(page);
  });

  it('has the focus in its list as soon as it has it at all', async () => {
    const page = await browser.open('demo');
    await page.locator('[data-index="0"]:focus-visible').waitFor();
    await page.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      window.dispatchEvent(new Event('focus'));
    });
    await page.locator('[data-index="0"]:focus').waitFor();
    // A filter chosen by the reader stays chosen.
    await page.getByRole('tab', { name: 'Transcript' }).focus();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'tab-transcript');
    await browser.close(page);
  });

  it('shows that a row was copied by its key', async () => {
    const page = await browser.open('demo');
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.locator('[data-index="1"] .row-toolbar .codicon-check').waitFor();
    const [copied] = await inPage(page, ({ fakeHost }) =>
      fakeHost.told.filter(({ name }) => name === 'clipboard/write'),
    );
    assert.ok(copied);
    await page.locator('[data-index="1"] .row-toolbar .codicon-copy').waitFor();
    await browser.close(page);
  });
});

/** Below the header's line, and so folded away with the facts. */
function parentIn(page: Page): Locator {
  return page.locator('.header').getByRole('button', { name: 'Replace the ORM' });
}

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('.list')!.scrollTop = to;
  }, top);
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box !== null, 'it is in the document');
  return box;
}
