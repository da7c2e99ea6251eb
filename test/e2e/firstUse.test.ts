import assert from 'node:assert/strict';
import { themes, Window, type Theme } from './window.ts';

describe('the first use', () => {
  let window: Window;
  before(async function () {
    this.timeout(120_000);
    window = await Window.open();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await window.screenshot(`failed-${this.currentTest.title.replace(/\W+/g, '-')}`);
      window.saveLog();
    }
  });
  after(async () => {
    await window.close();
  });

  it('finds the sessions behind an icon in the activity bar, newest first', async () => {
    await window.activity('Sessions').click();
    await window.treeRows.first().waitFor();
    assert.match(await window.treeRows.first().innerText(), /^High water is an hour late/);
    assert.equal(await window.treeRows.count(), 7);
  });

  it('looks right in every theme', async () => {
    for (const theme of Object.keys(themes) as Theme[]) {
      await window.setTheme(theme);
      await window.screenshot(`list-${theme.replace(/ /g, '-').toLowerCase()}`);
    }
    await window.setTheme('Light Modern');
  });
});
