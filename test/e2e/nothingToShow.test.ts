import assert from 'node:assert/strict';
import { adapters } from '#agents/registry.ts';
import { agentConfigKeys } from '#host/vscode/agentSettings.ts';
import { useWindow } from './useWindow.ts';
import { Window } from './window.ts';

describe('a window in which the list has nothing to show', () => {
  let window: Window;
  useWindow(async () => {
    window = await Window.open({
      settings: Object.fromEntries(adapters.map((each) => [agentConfigKeys(each).enabled, false])),
    });
    return window;
  });

  const welcome = () => window.page.locator('.sidebar .welcome-view-content');

  it('says that all agents are turned off, and leads to the settings', async () => {
    await window.activity('Sessions').click();
    await welcome().filter({ hasText: 'All agents are turned off in settings' }).waitFor();
    await window.listMessage.waitFor({ state: 'hidden' });
    await window.screenshot('empty-agents-off');
    await welcome().getByRole('button', { name: 'Open Settings' }).click();
    await window.page
      .locator('.settings-editor')
      .getByText('Show sessions from fen.', { exact: true })
      .waitFor();
    await window.screenshot('empty-settings');
    await window.page.keyboard.press('Escape');
    await window.page.locator('.settings-editor').waitFor({ state: 'hidden' });
  });

  it('shows the extension’s own page without broken pictures', async () => {
    await window.showExtension('Session Browser');
    await window.replay.getByRole('heading', { name: 'One list for all agents' }).waitFor();
    assert.equal(await window.replay.locator('img').count(), 0);
    await window.screenshot('extension-page');
  });

  it('offers in the palette nothing that needs a folder where there is none', async () => {
    await window.closeFolder();
    await window.activity('Sessions').click();
    await welcome().getByRole('button', { name: 'Open Folder' }).waitFor();
    await window.screenshot('empty-no-folder');
    const titles = await window.paletteEntries('Session Browser: ');
    assert.deepEqual(titles, [
      'Session Browser: Go to Session in Any Folder…',
      'Session Browser: Show Log',
      'Session Browser: Show Session Numbers',
      'Session Browser: Show Sessions of All Folders',
    ]);
    await window.screenshot('empty-no-folder-palette');
  });
});
