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

  const line = () => window.replay.getByRole('combobox', { name: 'Find or filter rows' });
  const inMenu = async (name: string) => {
    await window.replay.getByRole('button', { name: 'More Actions…' }).click();
    await window.replay.getByRole('menuitem', { name }).click();
  };
  const rowsLeft = (text: RegExp) =>
    window.replay.locator('.find-count').filter({ hasText: text }).waitFor();

  it('finds with Ctrl+F, a regular expression and F3, and goes back with Escape', async () => {
    await window.page.keyboard.press('Control+f');
    await line().and(window.replay.locator(':focus')).waitFor();
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
    await eventually(async () => {
      assert.equal(await line().inputValue(), '');
    });
  });

  it('filters by a line that is completed from the session', async () => {
    await line().click();
    await window.page.keyboard.type('kind:');
    await window.replay.getByRole('option', { name: /^shell/ }).waitFor();
    await window.screenshots('filter', async () => {
      await line().fill('tool:');
      await window.replay.getByRole('option', { name: /^read_file/ }).waitFor();
    });
    await line().fill('kind:shell');
    await line().press('Enter');
    await rowsLeft(/^\d+ of \d+ rows$/);
    await eventually(async () => {
      const names = await window.replay
        .getByRole('article')
        .evaluateAll((rows) => rows.map((row) => row.ariaLabel ?? ''));
      assert.ok(names.length > 0 && names.every((name) => name.startsWith('Shell command')));
    });
  });

  it('keeps it as a view, which another replay offers, too', async () => {
    await inMenu('Save Filter as View…');
    const name = window.quickInput;
    await name.fill('Commands');
    await name.press('Enter');
    const levels = window.replay.getByRole('combobox', { name: 'What is shown' });
    await levels.locator('option', { hasText: 'Commands' }).waitFor({ state: 'attached' });
    assert.equal(await levels.inputValue(), 'view:Commands');
    await window.screenshot('filter-view');

    await window.sessionRows.filter({ hasText: 'Heights in feet' }).click();
    await window.replay.getByRole('article', { name: 'Your message' }).first().waitFor();
    await levels.selectOption('Commands');
    await inMenu('Delete View “Commands”');
    await levels.locator('option', { hasText: 'Commands' }).waitFor({ state: 'detached' });
    assert.equal(await line().inputValue(), 'kind:shell');
  });
});
