import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { inPage, until } from '../support/pageBrowser.ts';
import type { PageTestWindow } from '../support/pageScenario.ts';
import { inEachTheme } from '../support/pageTheme.ts';
import { browser } from './chromium.ts';

/** A window of 1000 × 746 pixels at 200% zoom. */
const zoomed = { width: 500, height: 373 };

describe('what can be seen of the page in Chromium', () => {
  it('is rows on a low screen, but for a line, also while something is found', async () => {
    const page = await browser.open('tree', zoomed);
    const { height } = await boxOf(page.locator('.header'));
    assert.ok(height <= 40, `the header takes ${height}`);
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible());
    await page.keyboard.press('Control+f');
    await until(page, () => document.activeElement?.closest('.find-line') !== null);
    assert.equal((await boxOf(page.locator('.header'))).height, height);
    const field = await boxOf(page.locator('.find-line'));
    assert.ok(field.width > 440, 'the field has the whole line');
    await page.keyboard.press('Escape');
    await page.locator('.find-opener').click();
    await page.locator('.find-field:focus').waitFor();
    await browser.close(page);
  });

  it('has the session’s facts and relatives behind its title', async () => {
    const page = await browser.open('tree', zoomed);
    const facts = page.getByRole('group', { name: 'About This Session' });
    await page.locator('.title-button').click();
    const box = await boxOf(facts);
    assert.ok(box.x >= 0 && box.x + box.width <= zoomed.width, 'it is within the window');
    await page.keyboard.press('Tab');
    await facts
      .getByRole('button', { name: 'Replace the ORM' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Escape');
    await facts.waitFor({ state: 'detached' });
    await page.locator('.title-button:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.list-item').first().focus();
    await facts.waitFor({ state: 'detached' });
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

  it('tells the focused row from others, in every theme', async () => {
    const page = await browser.open('demo');
    await page.keyboard.press('j');
    await inEachTheme(page, async (theme) => {
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
      if ((await page.locator('.session-facts').count()) === 0) {
        await page.locator('.title-button').click();
      }
      await page.locator('.relative-forks').getByText(name).waitFor();
      const [heading, fork] = await page.evaluate(() =>
        ['.title-text', '.relative-forks bdi'].map((selector) => {
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
    await page.locator('.level').focus();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'level');
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

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box !== null, 'it is in the document');
  return box;
}
