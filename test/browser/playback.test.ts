import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { inPage, type OpenOptions, until } from '../support/pageBrowser.ts';
import { setTheme } from '../support/pageTheme.ts';
import { browser } from './chromium.ts';

describe('the timeline and the player in Chromium', () => {
  it('leads through 100,000 rows: pressed, dragged to the end and back', async () => {
    const page = await opened('huge');
    const box = (await page.locator('.timeline').boundingBox())!;
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await untilShown(page, 50_000);
    await page.mouse.move(box.x + box.width * 0.8, y, { steps: 10 });
    await page.mouse.move(box.x + box.width + 50, y + 200, { steps: 10 });
    await untilShown(page, 99_999);
    assert.equal(await page.getByRole('slider').getAttribute('aria-valuenow'), '100000');
    await page.mouse.move(box.x - 20, y, { steps: 20 });
    await page.mouse.up();
    await untilShown(page, 0);
    const asked = await inPage(page, ({ fakeHost }) =>
      fakeHost.asked.filter(
        (what) => !/^(rows\/read|outline\/|edits\/check|context\/at)/.test(what),
      ),
    );
    assert.deepEqual(asked, ['timeline/read'], 'nothing but what is shown is asked for on the way');
    await browser.close(page);
  });

  it('marks what is on screen as it is scrolled', async () => {
    const page = await opened('huge');
    await page.keyboard.press('End');
    await untilShown(page, 99_999);
    await until(page, () => {
      const [mark, strip] = ['.timeline-window', '.timeline'].map((name) =>
        document.querySelector(name)!.getBoundingClientRect(),
      );
      return mark!.right > strip!.right - 3;
    });
    await page.evaluate(() => {
      document.querySelector('.list')!.scrollTop = 0;
    });
    await until(page, () => {
      const [mark, strip] = ['.timeline-window', '.timeline'].map((name) =>
        document.querySelector(name)!.getBoundingClientRect(),
      );
      return mark!.left < strip!.left + 3;
    });
    await browser.close(page);
  });

  it('is painted in the colors of the theme, also after it has changed', async () => {
    const page = await opened('timed');
    const dark = await colors(page);
    assert.ok(dark.includes('137,209,133'), dark.join(' '));
    await setTheme(page, 'lightModern');
    const light = await colors(page);
    assert.ok(light.includes('56,138,52'), light.join(' '));
    assert.ok(!light.includes('137,209,133'), light.join(' '));
    await browser.close(page);
  });

  it('plays to the next stop while all rows stay, and keeps its place over a reload', async () => {
    const page = await opened('timed');
    await page.getByRole('button', { name: 'Playback Settings' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Errors' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('32');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('Stopped at an error').waitFor();
    assert.match((await page.locator('.player').textContent()) ?? '', /6 of 300/);
    const playhead = page.locator('.list-item[tabindex="0"]');
    assert.equal(await playhead.getAttribute('data-index'), '5');
    assert.ok(await playhead.isVisible());
    assert.ok(await page.locator('[data-index="6"]').isVisible(), 'what follows stays readable');

    await until(
      page,
      () => sessionStorage.getItem('vscode-state')?.includes('"playhead":"6.0"') === true,
    );
    await page.reload();
    await page.getByText('6 of 300').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const speed = page.getByRole('combobox', { name: 'Speed' });
    assert.equal(await speed.inputValue(), '32');
    await browser.close(page);
  });

  it('plays with the keyboard, and the focus goes with the playhead', async () => {
    const page = await opened('timed');
    for (const key of ['.', '.', '.', ',']) {
      await page.keyboard.press(key);
    }
    await page.locator('[data-index="2"]:focus').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.mouse.move(400, 500);
    await page.mouse.wheel(0, 300);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await browser.close(page);
  });

  it('fits a narrow panel and a low one', async () => {
    for (const size of [
      { width: 320, height: 640 },
      { width: 500, height: 373 },
    ]) {
      const page = await opened('timed', size);
      const inside = await page.evaluate(() =>
        ['.timeline', '.player'].map((name) => {
          const { left, right } = document.querySelector(name)!.getBoundingClientRect();
          const controls = [...document.querySelectorAll(`${name} button, ${name} select`)];
          const edges = controls.map((each) => each.getBoundingClientRect().right);
          return left >= 0 && Math.max(right, ...edges) <= innerWidth;
        }),
      );
      assert.deepEqual(inside, [true, true]);
      await page.getByRole('button', { name: 'Playback Settings' }).click();
      const menu = await page.getByRole('menu').boundingBox();
      assert.ok(menu !== null && menu.x >= 0 && menu.x + menu.width <= size.width);
      assert.ok(menu.y >= 0 && menu.y + menu.height <= size.height);
      await browser.close(page);
    }
  });
});

async function opened(scenario: string, options: OpenOptions = {}): Promise<Page> {
  const page = await browser.open(scenario, options);
  await page.locator('.timeline-window').waitFor();
  return page;
}

/** The row is on screen and drawn. */
async function untilShown(page: Page, index: number): Promise<void> {
  const row = page.locator(`[data-index="${index}"]:not(.list-placeholder)`);
  await row.waitFor();
  const list = (await page.locator('.list').boundingBox())!;
  const box = (await row.boundingBox())!;
  assert.ok(box.y + box.height > list.y && box.y < list.y + list.height, `row ${index}`);
}

/** Opaque colors of the strip's picture. */
function colors(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.timeline-picture')!;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set<string>();
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] === 255) {
        found.add(data.slice(at, at + 3).join());
      }
    }
    return [...found];
  });
}
