import assert from 'node:assert/strict';
import { commandIds } from '#host/vscode/contributions.ts';
import { eventually } from '../../support/eventually.ts';
import { said, writeKeenSession } from '../keenSession.ts';
import { itInFull } from '../../support/full.ts';
import { useSharedWindow } from '../useWindow.ts';
import type { Window } from '../window.ts';

/** Made up, in the form that the vendor documents. */
const token = `ghp_Zq7Rk2Lm9Xw4Tb6Vn3Hc8Jd5Gf1PsYa0UeQx`;

/** A session about a release, newer than the demo's. */
function writeSession(window: Window): void {
  const turn = (text: string, ...items: readonly object[]) => ({
    assistant_turn: { transcript: [...items, { kind: 'text', content: text }], message: text },
  });
  const shell = (command: string, output: string) => ({ kind: 'bash', bash: { command, output } });
  const tables = `${window.home}/tide-table/dist`;
  writeKeenSession(
    window,
    '7d1f5c52-0c1e-4a7e-9b53-1f7a1c0f4e21',
    said('Publish the tide tables of Bremen as release 1.4.'),
    turn(
      'Release **1.4** is out, with the tables of Bremen and Vlissingen.',
      { kind: 'text', content: 'I will look at the last release first.' },
      shell('git describe --tags', 'v1.3.2'),
      shell(
        'gh release create v1.4 dist/*.csv',
        `Uploading ${tables}/bremen.csv\nUploading ${tables}/vlissingen.csv\nDone.`,
      ),
      shell('env | grep GITHUB', `GITHUB_TOKEN=${token}\nGITHUB_USER=harbour`),
    ),
    said('And announce it to the harbour masters.'),
    turn(
      'Sent to three harbour masters.',
      shell('./announce.sh --to harbours.txt', 'bremen: sent\nvlissingen: sent\ndover: sent'),
    ),
  );
}

describe('sharing', () => {
  let window: Window;
  useSharedWindow(async (opened) => {
    window = opened;
    writeSession(window);
    await window.sessionRows.filter({ hasText: 'Publish the tide tables' }).click();
    await window.replay.getByRole('article', { name: /^Your message, Publish/ }).waitFor();
  });

  const row = (name: RegExp) => window.replay.getByRole('article', { name });
  const menu = () => window.page.locator('.monaco-menu');
  /** Opens a row's menu, and waits until it has faded in. */
  const openMenu = async (of: RegExp) => {
    await row(of).click({ button: 'right', position: { x: 300, y: 30 } });
    await menu().waitFor();
    await window.page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
          .map(({ finished }) => finished.catch(() => undefined)),
      ),
    );
  };
  /** VS Code ignores clicks right after a menu opens. */
  const choose = async (entry: string) => {
    const item = window.page.getByRole('menuitem', { name: entry, exact: true });
    await item.hover();
    await window.page.waitForTimeout(500);
    await item.click();
  };
  const clipboard = async () => {
    const before = await window.emptyPage();
    await before.close();
    return window.page.evaluate(() => navigator.clipboard.readText());
  };

  it('offers what can be done with a row in VS Code’s own menu', async () => {
    await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const shell = /^Shell command, env/;
    await openMenu(shell);
    const entries = await menu().locator('.action-label:visible').allInnerTexts();
    assert.deepEqual(
      entries.map((entry) => entry.trim()).filter((entry) => entry !== ''),
      [
        ...['Copy', 'Copy Output', 'Copy Link to Row'],
        ...['Fork from Here', 'Continue In…', 'Open Raw Log'],
      ],
    );
    await window.screenshot('share-menu');
    await window.page.keyboard.press('Escape');
  });

  it('copies a row as Markdown and says so, also that it holds a secret', async () => {
    await openMenu(/^Shell command, env/);
    await choose('Copy');
    const warning = window.notification('What you copied contains 1 likely secret.');
    await warning.waitFor();
    const whole = await clipboard();
    assert.match(whole, /^## Keen Code|### Shell command/);
    assert.ok(whole.includes(token));
    await window.screenshot('share-copied');
    await warning.getByRole('button', { name: 'Copy Redacted' }).click();
    await window.page.locator('.statusbar').getByText('Copied without likely secrets').waitFor();
    const redacted = await clipboard();
    assert.ok(!redacted.includes(token));
    assert.match(redacted, /GITHUB_TOKEN=\[redacted: GitHub key\]/);
  });

  it('copies a selected text as any editor does', async () => {
    const word = window.replay
      .getByText('Publish the tide tables of Bremen as release 1.4.')
      .last();
    await word.dblclick({ position: { x: 20, y: 8 } });
    await word.click({ button: 'right', position: { x: 20, y: 8 } });
    await menu().waitFor();
    await choose('Copy');
    await window.page.waitForFunction(
      async () => (await navigator.clipboard.readText()).trim() === 'Publish',
    );
  });

  it('selects rows by keyboard and copies them', async () => {
    await row(/^Shell command, git describe/).click({ position: { x: 300, y: 8 } });
    for (let press = 0; press < 2; press += 1) {
      await window.page.keyboard.press('Shift+ArrowDown');
    }
    const bar = window.replay.getByRole('group', { name: 'Selected rows' });
    await bar.filter({ hasText: '3 rows selected' }).waitFor();
    await window.screenshots('share-selection');
    await bar.getByRole('button', { name: 'Copy as Markdown' }).click();
    await window.notification('What you copied contains 1 likely secret.').waitFor();
    await window.page.locator('.statusbar').getByText('3 rows copied as Markdown').waitFor();
    const text = await clipboard();
    assert.equal(text.match(/^### Shell command/gm)?.length, 3);
    await window.run('notifications.clearAll');
    await window.replay.locator('.list-item-selected').last().press('Escape');
    await bar.waitFor({ state: 'hidden' });
  });

  it('lists what one might not want to share before an export, and redacts it', async () => {
    window.begin(commandIds.exportHtml);
    // It shows the folder before the name.
    await eventually(async () => {
      const value = await window.quickInput.inputValue();
      assert.match(value, /\/Publish the tide tables of Bremen[^/]*\.html$/);
    });
    await window.screenshot('share-export-file');
    await window.quickInput.press('Enter');
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: 'This export contains 1 likely secret and' }).waitFor();
    await window.screenshot('share-export-asks');
    await dialog.getByRole('button', { name: 'Show' }).click();
    const picks = window.page.locator('.quick-input-list .monaco-list-row');
    await picks.filter({ hasText: 'ghp_Zq…' }).waitFor();
    await window.screenshot('share-export-shows');
    await window.quickInput.press('Escape');
    await dialog.getByRole('button', { name: 'Redact' }).click();
    await window.notification('Exported to').waitFor();
    await window.screenshot('share-exported');
    await window.run('notifications.clearAll');
  });

  it('opens a link at its row, after VS Code has asked', async () => {
    await openMenu(/^Shell command, \.\/announce/);
    await choose('Copy Link to Row');
    await window.page.locator('.statusbar').getByText('Link copied').waitFor();
    const link = await clipboard();
    await window.closeEditors();
    window.begin('workbench.action.url.openUrl');
    await window.quickInput.fill(link);
    await window.quickInput.press('Enter');
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await row(/^Shell command, \.\/announce/).waitFor();
    await window.replay.locator('.list-item:focus').filter({ hasText: 'announce.sh' }).waitFor();
    await window.screenshot('share-link');
  });

  itInFull('opens the session as text, with an outline and folds', async () => {
    await window.run(commandIds.openAsText);
    const lines = window.page.locator('.monaco-editor .view-lines');
    await lines.getByText('Publish').first().waitFor();
    await window.screenshot('share-text');
    await window.run('editor.foldAll');
    await window.screenshot('share-text-folded');
    window.begin('workbench.action.gotoSymbol');
    await window.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: 'And announce it' })
      .first()
      .waitFor();
    await window.screenshot('share-text-symbols');
    await window.page.keyboard.press('Escape');
  });

  itInFull('guides the first steps with pictures in every theme', async () => {
    // In a narrow editor, VS Code leaves the pictures out.
    await window.run('workbench.action.closeSidebar');
    await window.run(
      'workbench.action.openWalkthrough',
      'session-browser.session-browser#sessionBrowser.start',
    );
    const steps = window.page.locator('.getting-started-step');
    await steps.filter({ hasText: 'Find a session' }).waitFor();
    for (const [at, title] of ['Find a session', 'Replay it', 'Continue it'].entries()) {
      await steps.filter({ hasText: title }).first().click();
      await window.page.locator('.getting-started-step.expanded', { hasText: title }).waitFor();
      await window.replay.locator('svg').waitFor();
      await window.screenshots(`walkthrough-${at + 1}`);
    }
  });
});
