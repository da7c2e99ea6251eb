import assert from 'node:assert/strict';
import { commandIds } from '#host/vscode/contributions.ts';
import { useSharedWindow } from '../useWindow.ts';
import type { Window } from '../window.ts';

/** The way from a file, and from a line of it, to the session that wrote it. */
describe('who wrote a file', () => {
  let window: Window;
  useSharedWindow((opened) => {
    window = opened;
  });

  const pick = () => window.page.locator('.quick-input-widget');
  const field = () => pick().locator('input[type="text"]');
  const entries = () => pick().locator('.quick-input-list .monaco-list-row');
  /** The pick says in its field that all sessions were looked at. */
  const done = () =>
    pick()
      .getByPlaceholder(/^(?:\d+ edits|\d+ candidates|1 candidate)/)
      .waitFor();

  it('is said from its editor, and leads to the edit', async () => {
    await window.page.keyboard.press('Control+P');
    await field().fill('tide/above_test.go');
    // A click, because files that were opened before come first until all were searched.
    await entries().filter({ hasText: 'above_test.go' }).first().click();
    await window.editorTab('above_test.go').waitFor();
    window.begin(commandIds.sessionsOfFile);
    await done();
    assert.ok((await entries().count()) > 1);
    await window.screenshot('who-wrote-file');
    await window.page.keyboard.press('Enter');
    await window.replay.locator('.diff').first().waitFor();
    await window.screenshot('who-wrote-replay');
  });

  it('is said of a line, and opens its edit in the diff editor', async () => {
    await window.editorTab('above_test.go').click();
    await window.page.keyboard.press('Control+G');
    await field().fill(':12');
    await field().press('Enter');
    window.begin(commandIds.sessionOfLine);
    await done();
    await window.screenshot('who-wrote-line');
    await entries().first().hover();
    await entries().first().getByRole('button', { name: 'Open Changes' }).click();
    await window.editorTab('above_test.go (as recorded)').waitFor();
    await window.screenshot('who-wrote-diff');
  });
});
