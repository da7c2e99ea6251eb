import assert from 'node:assert/strict';
import { commandIds } from '#host/vscode/contributions.ts';
import { axeFindings } from '../../support/axeFindings.ts';
import { useSharedWindow } from '../useWindow.ts';
import type { Window } from '../window.ts';

/** The tab with what sessions came to. */
describe('the numbers of sessions', () => {
  let window: Window;
  useSharedWindow(async (opened) => {
    window = opened;
    await window.run(commandIds.showNumbers);
    await page().getByRole('heading', { name: 'Session Numbers' }).waitFor();
  });

  const page = () => window.replay.locator('main.numbers');
  const done = () =>
    page()
      .getByRole('status')
      .filter({ hasText: /^\d+ sessions read$/ })
      .waitFor();

  it('are drawn, and look right in every theme', async () => {
    await page().getByLabel('Time', { exact: true }).selectOption('Any time');
    await done();
    assert.ok((await page().locator('.plot-bars rect').count()) > 1);
    await window.screenshots('numbers');
  });

  it('can be read as a table with the keyboard alone', async () => {
    await page().getByLabel('Colors').selectOption('By model');
    await page().getByText('Show as Table').focus();
    await window.page.keyboard.press('Enter');
    await page().getByRole('region', { name: 'Tokens by day' }).waitFor();
    await window.page.keyboard.press('Tab');
    await window.screenshot('numbers-table');
    const frames = await Promise.all(
      window.page.frames().map(async (frame) => ({
        frame,
        isOurs: await frame.evaluate(() => document.querySelector('main.numbers') !== null),
      })),
    );
    const own = frames.find(({ isOurs }) => isOurs)?.frame;
    assert.deepEqual(own === undefined ? ['no frame'] : await axeFindings(own), []);
  });
});
