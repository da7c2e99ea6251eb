import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { useWindow } from './useWindow.ts';
import { Window } from './window.ts';

/** One window, one sequence, as in `firstUse`; in a folder in which no agent has worked. */
describe('a folder without sessions', () => {
  let window: Window;
  let demo = '';
  let empty = '';
  useWindow(
    async () => {
      window = await Window.open({
        prepare: ({ workspace }) => {
          demo = workspace;
          empty = join(dirname(workspace), 'new-project');
          mkdirSync(empty);
          writeFileSync(join(empty, 'README.md'), '# New project\n');
        },
      });
      return window;
    },
    () => window.openFolder(empty),
  );

  const welcome = () => window.page.locator('.sidebar .welcome-view-content');
  const quickPick = () => window.page.locator('.quick-input-widget');
  const lines = () => quickPick().locator('.monaco-list-row');

  it('names the agents that were looked for in one sentence, and no paths', async () => {
    await window.activity('Sessions').click();
    await welcome()
      .filter({ hasText: /^No session of Claude Code, .* has run/ })
      .waitFor();
    assert.doesNotMatch(await welcome().innerText(), /[\\/]/);
    await window.screenshot('empty-folder');
  });

  it('shows the searched folders in a document, behind a link', async () => {
    await welcome().getByText('the folders that were searched', { exact: true }).click();
    await window.editorTab('Searched Folders.md').waitFor();
    await window.page.locator('.view-lines').getByText('.claude/projects').first().waitFor();
    await window.screenshot('searched-folders');
    await window.runCommand('View: Close All Editors');
  });

  it('offers the sessions of other folders, below their folders', async () => {
    await welcome().getByRole('button', { name: 'Show Sessions of Other Folders' }).click();
    await lines().filter({ hasText: 'High water is an hour late' }).waitFor();
    const separators = quickPick().locator('.quick-input-list-separator');
    assert.ok((await separators.allInnerTexts()).some((text) => text.endsWith('/tide-table')));
    await lines().filter({ hasText: 'High water is an hour late' }).hover();
    await window.screenshot('other-folders');
  });

  it('lists the sessions of all folders below their folders, over a reload, with a way back', async () => {
    await window.page.keyboard.press('Escape');
    await window.runCommand('Session Browser: Show Sessions of All Folders');
    const row = window.sessionRows.filter({ hasText: 'High water is an hour late' });
    await row.waitFor();
    const folder = window.groupRows.filter({ hasText: 'tide-table' });
    await folder.hover();
    await folder.getByRole('button', { name: 'Open in New Window' }).waitFor();
    await window.page.locator('.sidebar .pane-header').getByText('All Folders').waitFor();
    await window.screenshot('all-folders');
    await row.click({ button: 'right' });
    await window.page.getByRole('menuitem', { name: 'Open in New Window' }).waitFor();
    await window.screenshot('all-folders-menu');
    await window.page.keyboard.press('Escape');
    await window.untilStateWritten();
    await window.reload();
    await row.waitFor();
    await (await window.viewAction('Show Sessions of This Workspace')).click();
    await welcome().waitFor();
  });

  it('searches them all, and names the folder of each', async () => {
    const search = window.page
      .frameLocator('iframe.webview[src*="purpose=webviewView"]')
      .frameLocator('iframe#active-frame');
    await window.runCommand('Session Browser: Search Sessions');
    await search.getByRole('textbox', { name: 'Search in all sessions' }).fill('high water');
    await search.getByRole('status').filter({ hasText: 'No results' }).waitFor();
    await search.getByRole('button', { name: 'Toggle Search Details' }).click();
    await search.getByRole('combobox', { name: 'Folders to search' }).selectOption('All folders');
    await search.locator('.result-folder').filter({ hasText: 'tide-table' }).first().waitFor();
    await window.screenshot('all-folders-search');
    await search.locator('.result-hit').first().click();
    await window.replay.locator('.find-field').waitFor();
    await window.runCommand('View: Close All Editors');
    await window.runCommand('Session Browser: Go to Session in Any Folder');
    await lines().filter({ hasText: 'High water is an hour late' }).waitFor();
  });

  it('opens the replay of one at once', async () => {
    await lines().filter({ hasText: 'High water is an hour late' }).click();
    await window.replay.getByRole('heading', { name: /^High water is an hour late/ }).waitFor();
    await welcome().waitFor();
    await window.screenshot('other-folder-replay');
  });

  it('continues it only in its folder, and offers to go there', async () => {
    await window.editorAction('Resume in Chat').click();
    const told = window.notification('This session belongs to another folder');
    await told.getByRole('button', { name: 'Open in New Window' }).waitFor();
    await window.screenshot('other-folder-resume');
    await told.getByRole('button', { name: 'Open Folder' }).click();
    await window.page.waitForURL((url) => url.searchParams.get('folder') === demo);
    await window.untilReady();
    await window.showSessions();
  });

  it('says of a session that its agent is at work, until the turn ends', async () => {
    const line = (type: string, payload: unknown) =>
      `${JSON.stringify({ timestamp: new Date().toISOString(), type, payload })}\n`;
    const log = join(window.home, '.codex/sessions/2026/11/22/rollout-2026-11-22T10-00-00-w.jsonl');
    mkdirSync(dirname(log), { recursive: true });
    writeFileSync(
      log,
      [
        line('session_meta', { id: 'w', cwd: demo, cli_version: '0.169.0' }),
        line('event_msg', { type: 'task_started' }),
        line('event_msg', { type: 'user_message', message: 'Watch the gauge' }),
        line('response_item', { type: 'function_call', name: 'shell', arguments: '{}' }),
      ].join(''),
    );
    const row = window.sessionRows.filter({ hasText: 'Watch the gauge' });
    await row.filter({ hasText: 'Running' }).waitFor();
    await window.restOn(row, 'State: Running');
    await window.screenshot('running');
    appendFileSync(log, line('event_msg', { type: 'task_complete' }));
    await row.filter({ hasText: 'Running' }).waitFor({ state: 'detached' });
    await row.waitFor();
  });

  it('names models and tokens when the pointer rests on a session', async () => {
    const row = window.sessionRows.filter({ hasText: 'Heights in feet' });
    await window.restOn(row, 'Models:');
    await window.restOn(row, 'tokens');
    await window.screenshot('tooltip-usage');
  });

  it('reports which kinds of records its sessions have', async () => {
    await window.runCommand('Session Browser: Show Formats Seen');
    await window.editorTab('Formats Seen.md').waitFor();
    await window.page.locator('.view-lines').getByText('## Keen Code').first().waitFor();
    await window.screenshot('formats-seen');
  });
});
