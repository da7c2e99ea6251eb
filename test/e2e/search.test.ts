import assert from 'node:assert/strict';
import { axeFindings } from '../support/axeFindings.ts';
import { eventually } from '../support/eventually.ts';
import { useSharedWindow } from './useWindow.ts';
import { themes, untilCount, type Window, type Theme } from './window.ts';

/** The view under the list that searches all sessions. */
describe('searching all sessions', () => {
  let window: Window;
  useSharedWindow(async (opened) => {
    window = opened;
    await window.runCommand('Session Browser: Search Sessions');
    await field().waitFor();
  });

  const view = () =>
    window.page
      .frameLocator('iframe.webview[src*="purpose=webviewView"]')
      .frameLocator('iframe#active-frame');
  const field = () => view().getByRole('textbox', { name: 'Search in all sessions' });
  const hits = () => view().locator('.result-hit');
  const status = () => view().getByRole('status');
  const done = async () => {
    await status()
      .filter({ hasText: /\d+ results? in \d+ sessions?$/ })
      .waitFor();
  };

  it('finds what was said and done, and looks right in every theme', async () => {
    await field().fill('high water');
    await field().press('Enter');
    await done();
    assert.ok((await hits().count()) > 1);
    assert.ok((await view().locator('mark').first().innerText()).toLowerCase() === 'high water');
    await window.screenshot('search');
    await hits().first().click();
    await window.replay.locator('.find-field').waitFor();
    await window.replay
      .getByRole('article', { name: /high water/i })
      .first()
      .waitFor();
    for (const theme of Object.keys(themes) as Theme[]) {
      await window.setTheme(theme);
      await window.screenshot(`search-${theme.replace(/ /g, '-').toLowerCase()}`);
    }
    await window.setTheme('Light Modern');
  });

  it('opens each hit in turn with F4, with its match marked', async () => {
    await hits().first().click();
    const selected = () => view().locator('.result-hit[aria-selected=true]').innerText();
    const first = await selected();
    await window.page.keyboard.press('F4');
    await eventually(async () => {
      assert.notEqual(await selected(), first);
    });
    assert.match(await window.replay.locator('.find-field').inputValue(), /high water/);
    await window.page.keyboard.press('Shift+F4');
    await eventually(async () => {
      assert.equal(await selected(), first);
    });
    await window.screenshot('search-hit');
  });

  it('narrows down by kind of text, and keeps all of it over a reload', async () => {
    await view().getByRole('button', { name: 'Toggle Search Details' }).click();
    await view().getByRole('combobox', { name: 'Text to search' }).selectOption('Prompts');
    await done();
    const all = await hits().count();
    await untilCount(view().locator('.result-hit [aria-label="Prompt"]'), all);
    await hits().first().scrollIntoViewIfNeeded();
    await window.screenshot('search-details');
    const frames = await Promise.all(
      window.page.frames().map(async (frame) => ({
        frame,
        isSearch: await frame.evaluate(() => document.querySelector('.search-form') !== null),
      })),
    );
    const own = frames.find(({ isSearch }) => isSearch)?.frame;
    assert.deepEqual(own === undefined ? ['no frame'] : await axeFindings(own), []);
    await window.untilStateWritten();
    await window.reload();
    await done();
    assert.equal(await field().inputValue(), 'high water');
    await untilCount(hits(), all);
  });
});
