import assert from 'node:assert/strict';
import { demoSessions } from '../../support/demoSessions.ts';
import { removeFolder, temporaryFolder } from '../../vscode/children.mjs';
import { said, writeKeenSession } from '../keenSession.ts';
import { SlowDisk } from '../slowDisk.ts';
import { useWindow } from '../useWindow.ts';
import { Window } from '../window.ts';

/** In addition to the demo's; together no more than the list shows at once. */
const many = 100;

describe('a store on a slow disk', () => {
  let window: Window;
  let folder: string;
  let disk: SlowDisk;
  useWindow(
    async () => {
      folder = temporaryFolder('slow');
      disk = new SlowDisk(folder);
      window = await Window.open({
        extensions: [await disk.extension()],
        // Then every line tells the total.
        settings: { 'sessionBrowser.list.groupBy': 'none' },
        prepare: (demo) => {
          for (let place = 0; place < many; place += 1) {
            const id = `aaaaaaaa-0000-4000-8000-${String(place).padStart(12, '0')}`;
            writeKeenSession(demo, id, said(`Session ${place}`));
          }
          return undefined;
        },
      });
      return window;
    },
    () => disk.untilActive(),
  );
  after(() => {
    removeFolder(folder);
  });

  const shown = async () => Number(await window.sessionRows.first().getAttribute('aria-setsize'));

  it('says how many sessions were found so far, and shows them', async () => {
    await window.activity('Sessions').click();
    await window.listMessage.filter({ hasText: /\d+ found so far\./ }).waitFor();
    await window.sessionRows.first().waitFor();
    const [, found] = /(\d+) found/.exec(await window.listMessage.innerText()) ?? [];
    assert.ok(Number(found) > 0 && Number(found) < many + demoSessions, `${found} were found.`);
    assert.ok((await shown()) < many + demoSessions);
    await window.screenshot('slow-looking');
  });

  it('stops with the button above the list, which keeps the sessions found', async () => {
    await (await window.viewAction('Stop Scanning')).click();
    await window.listMessage.filter({ hasText: 'Scan stopped' }).waitFor();
    await (await window.viewAction('Stop Scanning')).waitFor({ state: 'detached' });
    const kept = await shown();
    assert.ok(kept > 0 && kept < many + demoSessions, `${kept} are shown.`);
    await window.screenshot('slow-stopped');
    // It does not continue by itself.
    await window.page.waitForTimeout(2_000);
    assert.equal(await shown(), kept);
    assert.match(await window.listMessage.innerText(), /^Scan stopped/);
  });

  it('is looked through to its end by “Refresh”', async () => {
    disk.recover();
    await (await window.viewAction('Refresh')).click();
    await window.listMessage.waitFor({ state: 'hidden' });
    await window.page
      .locator(`.sidebar .monaco-list-row[aria-setsize="${many + demoSessions}"]`)
      .first()
      .waitFor();
    await window.screenshot('slow-refreshed');
  });
});
