import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import { useSharedWindow } from '../useWindow.ts';
import type { Window } from '../window.ts';

/* One window, one sequence, as in the first use. */
describe('finding and filtering in a replay', () => {
  let window: Window;
  useSharedWindow(async (opened) => {
    window = opened;
    await window.sessionRows.filter({ hasText: 'High water is an hour late' }).click();
    await window.replay.getByRole('article', { name: 'Your message' }).first().click();
  });

  const line = () => window.replay.getByRole('combobox', { name: 'Row filter' });
  const rowsLeft = (text: RegExp) =>
    window.replay.locator('.filter-count').filter({ hasText: text }).waitFor();

  it('finds with Ctrl+F, a regular expression and F3, and goes back with Escape', async () => {
    await window.page.keyboard.press('Control+f');
    const field = window.replay.getByRole('textbox', { name: 'Find in this session' });
    await field.waitFor();
    await window.page.keyboard.type('static(check)?|go vet');
    const status = window.replay.getByRole('search').getByRole('status');
    await status.filter({ hasText: 'No results' }).waitFor();
    await window.page.keyboard.press('Alt+r');
    await status.filter({ hasText: /^\d+ of \d+$/ }).waitFor();
    const first = await status.textContent();
    await window.screenshot('find-regex');
    await window.page.keyboard.press('F3');
    await status.filter({ hasNotText: first ?? '' }).waitFor();
    await window.page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  it('filters by a line that is completed from the session', async () => {
    // Beside the list, the line is behind its button.
    await window.replay.getByRole('button', { name: 'Filter', exact: true }).click();
    await line().click();
    await window.page.keyboard.type('kind:');
    await window.replay.getByRole('option', { name: /^shell/ }).waitFor();
    await window.screenshots('filter', async () => {
      await line().fill('tool:');
      await window.replay.getByRole('option', { name: /^read_file/ }).waitFor();
    });
    await line().fill('kind:shell');
    await line().press('Enter');
    await rowsLeft(/^\d+ of \d+$/);
    await eventually(async () => {
      const names = await window.replay
        .getByRole('article')
        .evaluateAll((rows) => rows.map((row) => row.ariaLabel ?? ''));
      assert.ok(names.length > 0 && names.every((name) => name.startsWith('Shell command')));
    });
  });

  it('keeps it as a view, which another replay offers, too', async () => {
    await window.replay.getByRole('button', { name: 'Save Filter as View…' }).click();
    const name = window.quickInput;
    await name.fill('Commands');
    await name.press('Enter');
    await window.replay.getByRole('button', { name: 'Delete View “Commands”' }).waitFor();
    await window.screenshot('filter-view');

    await window.sessionRows.filter({ hasText: 'Heights in feet' }).click();
    await window.replay.getByRole('article', { name: 'Your message' }).first().waitFor();
    await window.replay.getByRole('combobox', { name: 'Filter rows' }).click();
    await window.replay.getByRole('option', { name: 'Commands' }).click();
    await window.replay.getByRole('button', { name: 'Delete View “Commands”' }).click();
    await window.replay.getByRole('button', { name: 'Save Filter as View…' }).waitFor();
    assert.equal(await line().inputValue(), 'kind:shell');
  });
});
