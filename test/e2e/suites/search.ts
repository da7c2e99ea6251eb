import assert from 'node:assert/strict';
import { axeFindings } from '../../support/axeFindings.ts';
import { commandIds } from '#host/vscode/contributions.ts';
import { eventually } from '../../support/eventually.ts';
import { useSharedWindow } from '../useWindow.ts';
import { untilCount, type Window } from '../window.ts';

/** The view that searches all sessions. */
describe('searching all sessions', () => {
  let window: Window;
  useSharedWindow(async (opened) => {
    window = opened;
    await window.run(commandIds.searchSessions);
    await field().waitFor();
  });

  // The next suite that searches finds everything again.
  after(() => view().getByRole('combobox', { name: 'Text to search' }).selectOption('All text'));

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
    await window.screenshots('search');
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

  it('narrows down by kind of text', async () => {
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
  });

  it('is there again after a reload, and so are the tabs of numbers and of a sub-agent', async () => {
    const all = await hits().count();
    const title = 'Heights in feet';
    const call = window.replay.getByRole('button', { name: /Agent.*9\.3K tokens/ });
    const numbers = window.replay.locator('main.numbers');
    await window.run(commandIds.showNumbers);
    await numbers.getByLabel('Colors').selectOption('By model');
    await window.showSessions();
    await window.sessionRows.filter({ hasText: title }).click();
    await window.replay.getByText('Move it there, then.').first().click();
    await call.click();
    await window.replay.getByRole('button', { name: 'Open Sub-Agent' }).click();
    await window.replay.getByText('Sub-agent of').waitFor();
    await window.untilEditorsSaved('Session Numbers', `"title":"${title} › Find the co`);
    await window.reload();
    await window.replay.getByText('go run ./cmd/tides help').waitFor();
    await window.screenshot('sub-agent-tab-reloaded');
    await window.replay.getByText('Sub-agent of').waitFor();
    await window.editorTab(`${title} › Find the co`).waitFor();
    await window.replay.getByRole('button', { name: title }).click();
    await call.waitFor();

    await window.run(commandIds.searchSessions);
    await done();
    assert.equal(await field().inputValue(), 'high water');
    await untilCount(hits(), all);

    await window.editorTab('Session Numbers').click();
    const status = numbers.getByRole('status');
    await status.filter({ hasText: /^\d+ sessions read$/ }).waitFor();
    await eventually(async () => {
      assert.equal(await numbers.getByLabel('Colors').inputValue(), 'model');
    });
  });
});
