import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { atRest, inPage, told, until } from '../support/pageBrowser.ts';
import { browser } from './chromium.ts';

const asked = (page: Page, what: string) =>
  page.evaluate(
    (name) =>
      (window as unknown as { fakeHost: { asked: string[] } }).fakeHost.asked.filter((request) =>
        request.startsWith(name),
      ),
    what,
  );

describe('a session with branches, forks and images, in Chromium', () => {
  it('shows another branch from the row where it leaves, and leaves that row in its place', async () => {
    const page = await browser.open('tree', { height: 560 });
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 200;
    });
    const branches = page.locator('.branches');
    const before = await atRest(branches);
    const cache = page.getByRole('button', { name: /^Put a cache/ });
    const latest = page.getByRole('button', { name: /^An index then/ });
    assert.equal(await latest.getAttribute('aria-current'), 'true');
    await cache.click();
    await page.getByText('The cache is in place').waitFor();
    assert.equal(await page.getByText('CREATE INDEX', { exact: true }).count(), 0);
    assert.equal(await cache.getAttribute('aria-current'), 'true');
    assert.equal(await latest.getAttribute('aria-current'), null);
    const after = await atRest(branches);
    assert.ok(Math.abs(after - before) <= 1, `from ${before} to ${after}`);
    assert.deepEqual(
      await page.evaluate(() => document.activeElement?.textContent.slice(0, 11)),
      'Put a cache',
      'the focus stays',
    );

    const status = page.getByRole('status').filter({ hasText: 'branch was abandoned' });
    await status.getByRole('button', { name: 'Show Latest Branch' }).click();
    await page.getByText('CREATE INDEX', { exact: true }).waitFor();
    assert.equal(await status.count(), 0);
    assert.deepEqual(await asked(page, 'branch/show'), [
      'branch/show 900',
      'branch/show undefined',
    ]);
    await browser.close(page);
  });

  it('draws the other branch without a placeholder in between', async () => {
    const page = await browser.open('tree');
    await inPage(page, (window) => {
      window.violations.length = 0;
      new MutationObserver(() => {
        if (document.querySelector('.list-placeholder, .empty') !== null) {
          window.violations.push('a placeholder was drawn');
        }
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await page.getByRole('button', { name: /^Could the browser/ }).click();
    await until(page, () => document.querySelectorAll('.list-item').length === 6);
    await browser.close(page);
  });

  it('goes to a branch by keyboard alone', async () => {
    const page = await browser.open('tree');
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press('j');
    }
    await page.locator('[data-index="4"]:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[data-index="5"]').getByText('Could the browser').waitFor();
    await browser.close(page);
  });

  it('shows the same branch after a reload', async () => {
    const page = await browser.open('tree');
    await page.getByRole('button', { name: /^Put a cache/ }).click();
    await page.getByText('The cache is in place').waitFor();
    await page.waitForTimeout(400);
    await page.reload();
    await page.getByText('The cache is in place').waitFor();
    await page.getByText('This branch was abandoned.').waitFor();
    await browser.close(page);
  });

  it('draws images from bytes that it has looked at, when they come near the screen', async () => {
    const page = await browser.open('tree', { height: 500 });
    const chart = page.getByRole('img', { name: 'Image in your message, 1 of 2', exact: true });
    await chart.waitFor();
    assert.match((await chart.getAttribute('src')) ?? '', /^blob:/);
    await until(page, () =>
      [...document.querySelectorAll('img')].every((image) => image.naturalWidth > 0),
    );
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    assert.ok(height <= 180 && Math.abs(width / height - 760 / 360) < 0.1, `${width} × ${height}`);
    assert.equal((await asked(page, 'image/read')).length, 2, 'the tool’s image is folded away');
    const tool = page.getByRole('button', { name: /^screenshot/ });
    await tool.getByRole('img', { name: '1 image' }).waitFor();
    await tool.click();
    await page.locator('.row-tool .images').scrollIntoViewIfNeeded();
    await page.getByRole('img', { name: 'Image in the result', exact: true }).waitFor();
    assert.equal((await asked(page, 'image/read')).length, 3);
    await browser.close(page);
  });

  it('asks for no image far from the screen', async () => {
    const page = await browser.open('tree', { height: 400 });
    await inPage(page, ({ fakeHost }) => {
      const [first, ...rest] = fakeHost.rowsFrom(0);
      const picture = fakeHost.rowsFrom(1)[0];
      const tall = {
        ...rest[2],
        id: '900.0',
        text: { text: 'line\n\n'.repeat(80), length: 480, lines: 160 },
      };
      fakeHost.change(
        { rows: [first, tall, { ...picture, id: '901.0' }] as never },
        { replaced: true },
      );
    });
    await until(page, () => document.querySelectorAll('.image-waiting').length === 2);
    const before = (await asked(page, 'image/read 901')).length;
    assert.equal(before, 0);
    await page.keyboard.press('End');
    await until(page, () => document.querySelectorAll('.image-refused').length === 2);
    assert.equal((await asked(page, 'image/read 901')).length, 2);
    await page.getByText('This image is no longer in the log.').first().waitFor();
    await browser.close(page);
  });

  it('shows an image large and comes back to where it was opened', async () => {
    const page = await browser.open('tree', { height: 460 });
    const small = page.getByRole('button', { name: 'Image in your message, 2 of 2' });
    await small.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Image in your message, 2 of 2' });
    await dialog.getByText('240 × 420').waitFor();
    const zoom = dialog.getByRole('button', { name: 'Actual Size' });
    assert.equal(await zoom.getAttribute('aria-pressed'), 'false');
    await zoom.click();
    assert.equal(await zoom.getAttribute('aria-pressed'), 'true');
    await page.keyboard.press('/');
    assert.equal(await page.evaluate(() => document.activeElement?.id !== 'find'), true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await untilImageHasFocus(page);
    await page.setViewportSize({ width: 1_000, height: 800 });
    await page.keyboard.press('Enter');
    await dialog.getByText('240 × 420').waitFor();
    assert.equal(await zoom.count(), 0, 'there is nothing to enlarge');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await untilImageHasFocus(page);
    await browser.close(page);
  });

  it('shows a sentence for an image that is damaged behind its header', async () => {
    const page = await browser.open('tree');
    await inPage(page, ({ fakeHost }) => {
      const row = { ...fakeHost.rowsFrom(1)[0], id: '950.0' };
      const header = '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\0\u0010\0\0\0\u0010\b\u0002\0\0\0';
      const image = { mimeType: 'image/png', data: btoa(`${header}nothing`) };
      fakeHost.change(
        { rows: [row] as never, images: { '950.0': [image, image] } },
        { replaced: true },
      );
    });
    await page.getByText('The image cannot be displayed.').first().waitFor();
    await browser.close(page);
  });

  it('shows the images of the conversation', async () => {
    const page = await browser.open('tree');
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('context');
    await page.getByRole('img', { name: 'Image in this message', exact: true }).waitFor();
    await page
      .getByRole('img', { name: 'Image in this tool result, 2 of 2', exact: true })
      .waitFor();
    assert.deepEqual((await asked(page, 'messageImage')).sort(), [
      'messageImage/read 0 0',
      'messageImage/read 2 0',
      'messageImage/read 2 1',
    ]);
    await browser.close(page);
  });

  it('opens the parent and the forks', async () => {
    const page = await browser.open('tree');
    await page.locator('.title-button').click();
    await page.locator('.header').getByRole('button', { name: 'Replace the ORM' }).click();
    await page.keyboard.press('Escape');
    await page.locator('.row-fork').getByRole('button', { name: 'Replace the ORM' }).click();
    await page.locator('.title-button').click();
    await page.getByRole('button', { name: '1 more' }).click();
    await page.getByRole('button', { name: 'Dashboard in print' }).click();
    const parent = {
      path: '/home/ada/.pi/agent/sessions/--ledger--/20261119.jsonl',
      id: 'a3f7c901',
    };
    await until(
      page,
      () =>
        (window as unknown as { fakeHost: { told: { name: string }[] } }).fakeHost.told.filter(
          ({ name }) => name === 'session/open',
        ).length === 3,
    );
    assert.deepEqual(await told(page, 'session/open'), [
      { link: parent },
      { link: parent },
      { link: { path: '/f/3.jsonl' } },
    ]);
    await browser.close(page);
  });
});

function untilImageHasFocus(page: Page): Promise<void> {
  return until(page, () => document.activeElement?.classList.contains('image-button') === true);
}
