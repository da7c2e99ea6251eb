import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { removeFolder } from '../vscode/children.mjs';
import { inRepository } from '../vscode/repository.mjs';
import { eventually } from '../support/eventually.ts';
import { isFull } from '../support/full.ts';
import { beIdleInTime, savedEditors } from './savedState.ts';
import {
  sharedBrowser,
  startWindowServer,
  type WindowOptions,
  type WindowPlace,
} from './launch.ts';

/** Themes to check, by their IDs in settings, with their CSS class. */
export const themes = {
  'Light Modern': 'vs',
  'Dark Modern': 'vs-dark',
  'Default High Contrast': 'hc-black',
  'Default High Contrast Light': 'hc-light',
} as const;
export type Theme = keyof typeof themes;

const pictures = inRepository('dist', 'e2e');
// Those of an earlier run; every suite is loaded before the first one runs.
rmSync(pictures, { recursive: true, force: true });

/** Waits until so many elements are there: others may still be drawn, or go. */
export function untilCount(found: Locator, count: number): Promise<void> {
  return eventually(async () => {
    assert.equal(await found.count(), count);
  });
}

/**
 * A window of a real VS Code with the extension and the scripted model installed, both from their
 * .vsix, and the demo workspace open. Everything is done as a person would: by pointer and
 * keyboard.
 */
export class Window {
  /** Home of the demo's sessions; deleted afterwards. */
  readonly home: string;
  /** The folder that the demo's sessions ran in. */
  readonly workspace: string;

  private constructor(
    readonly page: Page,
    private readonly place: WindowPlace,
  ) {
    this.home = place.home;
    this.workspace = place.workspace;
  }

  /** @param height in pixels. */
  static async open(options: WindowOptions = {}, height = 800): Promise<Window> {
    const place = await startWindowServer(options);
    const { language } = options;
    const context = await (
      await sharedBrowser()
    ).newContext({ viewport: { width: 1280, height }, locale: language ?? 'en-US' });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.addInitScript(beIdleInTime);
    if (language !== undefined) {
      await page.addInitScript(`globalThis._VSCODE_NLS_LANGUAGE = '${language}';`);
    }
    const window = new Window(page, place);
    try {
      const query = new URLSearchParams({ folder: place.opened });
      await page.goto(`${place.server.origin}/?${query.toString()}`);
      await window.untilReady();
    } catch (error) {
      // Nobody else could: an open server would keep the test run alive.
      await window.saveFailure('failed-open');
      await window.close();
      throw error;
    }
    return window;
  }

  /** Another, empty page of the browser, without VS Code. */
  emptyPage(): Promise<Page> {
    return this.page.context().newPage();
  }

  async close(): Promise<void> {
    await this.page.context().close();
    this.place.control.close();
    await this.place.server.stop();
    removeFolder(this.place.folder);
  }

  /** Waits until the workbench is drawn and the folder's files are listed. */
  async untilReady(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.activitybar').waitFor();
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  /**
   * Waits until a reload would restore the open editors with these words in their states: VS Code in a
   * browser saves them when it is idle, and reloading earlier restores an older window.
   */
  async untilEditorsSaved(...words: readonly string[]): Promise<void> {
    await eventually(async () => {
      const saved = await this.page.evaluate(savedEditors);
      for (const word of words) {
        assert.ok(saved.includes(word), `${word} in ${saved}`);
      }
    });
  }

  /** Runs a command that is not the subject of the test. */
  run(command: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.place.control.run(command, ...args);
  }

  /** Runs a command that asks something: it ends with the answer. */
  begin(command: string, ...args: readonly unknown[]): void {
    void this.run(command, ...args);
  }

  /** Changes a setting of the user. */
  configure(setting: string, value: unknown): Promise<void> {
    return this.place.control.configure(setting, value);
  }

  async closeEditors(): Promise<void> {
    await this.run('workbench.action.closeAllEditors');
    await this.page.locator('.tabs-container .tab').first().waitFor({ state: 'detached' });
  }

  /** Leaves only the list of sessions, in the first theme. */
  async tidy(): Promise<void> {
    // What a failed test left.
    await this.run('workbench.action.closeQuickOpen');
    await this.closeEditors();
    await this.run('workbench.action.closeAuxiliaryBar');
    await this.run('workbench.action.closePanel');
    await this.setTheme('Light Modern');
    // A click on the icon of what is shown hides the side bar.
    const isShown = this.page.locator(
      '.activitybar .checked .action-label[aria-label^="Sessions"]',
    );
    if ((await isShown.count()) === 0) {
      await this.showSessions();
    }
  }

  /** Shows the list of sessions, waiting for its content. */
  async showSessions(): Promise<void> {
    await this.activity('Sessions').click();
    await this.sessionRows.first().waitFor();
  }

  /** Reloads like F5 in the browser, as a user would with a hanging window. */
  async reload(): Promise<void> {
    this.place.control.forget();
    await this.page.reload();
    await this.page.locator('.monaco-workbench .part.activitybar').waitFor();
  }

  /** Settings of the workspace; VS Code notices the changed file late. */
  writeFolderSettings(settings: Readonly<Record<string, unknown>>): void {
    const folder = join(this.workspace, '.vscode');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  }

  /** Continues without a folder. */
  async closeFolder(): Promise<void> {
    this.place.control.forget();
    await this.page.goto(`${this.place.server.origin}/?ew=true`);
    await this.page.locator('.monaco-workbench .part.activitybar').waitFor();
  }

  /** Opens an installed extension's page. */
  async showExtension(name: string): Promise<void> {
    await this.runCommand('Extensions: Show Installed Extensions');
    await this.page
      .locator('.extensions-list .extension-list-item')
      .filter({ hasText: name })
      .click();
    await this.page.locator('.extension-editor').waitFor();
  }

  /** Commands that the palette offers for some words; leaves it open. */
  async paletteEntries(words: string): Promise<readonly string[]> {
    await this.page.keyboard.press('F1');
    await this.quickInput.fill(`>${words}`);
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    const labels = await rows.locator('.label-name').allInnerTexts();
    return labels.map((label) => label.trim()).filter((label) => label.startsWith(words.trim()));
  }

  /** Picks a command palette entry by its full title. */
  async runCommand(title: string): Promise<void> {
    const { page, quickInput } = this;
    const entry = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title });
    // A webview that takes the focus while loading swallows the key, or closes the palette again.
    await eventually(async () => {
      if (!(await quickInput.isVisible())) {
        await page.keyboard.press('F1');
      }
      const isChosen = quickInput
        .fill(`>${title}`, { timeout: 3_000 })
        .then(() => entry.first().click({ timeout: 10_000 }))
        .then(
          () => true,
          () => false,
        );
      assert.ok(await isChosen, 'The command palette does not stay open.');
    });
  }

  /** The field of what VS Code asks at its top; a test that writes there gives it the focus. */
  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget input[type="text"]');
  }

  /** The activity bar icon of a view container. */
  activity(title: string): Locator {
    return this.page.locator(`.activitybar .action-label[aria-label^="${title}"]`);
  }

  /** Sessions in the side bar's list. */
  get sessionRows(): Locator {
    return this.page.locator('.sidebar .monaco-list-row:not([aria-expanded])');
  }

  /** Whether that list has the focus. */
  async focusIsInList(): Promise<boolean> {
    return this.page.evaluate(() => document.activeElement?.closest('.sidebar') !== null);
  }

  /** Groups in that list. */
  get groupRows(): Locator {
    return this.page.locator('.sidebar .monaco-list-row[aria-expanded]');
  }

  /** The message above the list. */
  get listMessage(): Locator {
    return this.page.locator('.sidebar .tree-explorer-viewlet-tree-view .message');
  }

  /** Hovers over an element until VS Code shows a hover with the text. */
  async restOn(target: Locator, text: string): Promise<Locator> {
    const hover = this.page.locator('.monaco-hover:visible').filter({ hasText: text });
    // VS Code notices a line redrawn under a resting pointer only when the pointer returns, and
    // hides an earlier hover only when the pointer has been elsewhere.
    for (let attempt = 0; attempt < 10 && (await hover.count()) === 0; attempt += 1) {
      await this.page.mouse.move(700, 600 + attempt);
      await target.hover();
      await this.page.waitForTimeout(1_000);
    }
    await hover.waitFor();
    return hover;
  }

  /** An entry of a line's context menu in the side bar. */
  async chooseFor(row: Locator, entry: string): Promise<void> {
    await row.click({ button: 'right' });
    const item = this.page.getByRole('menuitem', { name: entry });
    // A menu ignores clicks right after opening, since they may belong to the click that opened it.
    await item.hover();
    await this.page.waitForTimeout(500);
    await item.click();
  }

  /** A button above the list, which VS Code shows while the pointer is there. */
  async viewAction(title: string): Promise<Locator> {
    await this.page.locator('.sidebar > .title').hover();
    return this.page.locator(`.sidebar > .title .action-label[aria-label^="${title}"]`);
  }

  /** A button of the toolbar of the current editor. */
  editorAction(name: string): Locator {
    return this.page.locator('.editor-group-container.active .editor-actions').getByRole('button', {
      name,
    });
  }

  editorTab(title: string): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: title });
  }

  /** The page inside the active editor's webview; VS Code nests it in two frames. */
  get replay(): FrameLocator {
    return this.page
      .frameLocator('iframe.webview.ready:not([src*="purpose=webviewView"]):visible')
      .frameLocator('iframe#active-frame');
  }

  /** Chooses which rows the transcript shows. */
  async show(level: 'skim' | 'all'): Promise<void> {
    await this.replay.getByRole('combobox', { name: 'What is shown' }).selectOption(level);
  }

  /**
   * Watches the chat's title from now on.
   *
   * @returns a function that waits until VS Code saves the chat: it is then a fork, with the
   *   session's title.
   */
  async watchChat(): Promise<() => Promise<void>> {
    await this.page.evaluate(() => {
      const look = () => {
        const label = document.querySelector('.auxiliarybar .chat-view-title-label');
        const title = label?.textContent ?? '';
        const { dataset } = document.body;
        if (title.startsWith('Forked: ')) {
          dataset.chat = 'forked';
        } else if (dataset.chat === 'forked' && title !== '') {
          dataset.chat = 'kept';
        }
      };
      const observed = { subtree: true, childList: true, characterData: true };
      new MutationObserver(look).observe(document.body, observed);
    });
    return () => this.page.locator('body[data-chat="kept"]').waitFor();
  }

  /** The chat view's input; an editor rather than a text field. */
  get chatInput(): Locator {
    return this.page.locator('.interactive-session .interactive-input-part .view-lines').first();
  }

  /**
   * Sends a message in the chat view. It is pasted: the participants that VS Code suggests after a
   * typed “@” may come so late that Enter takes one of them, in place of all that was typed since.
   */
  async say(message: string): Promise<void> {
    await this.chatInput.click();
    await this.page.keyboard.insertText(message);
    await this.page.keyboard.press('Enter');
  }

  /** Visible answers in the chat view. */
  get chatAnswers(): Locator {
    return this.page.locator('.interactive-session .interactive-response');
  }

  /** A notification. */
  notification(text: string): Locator {
    return this.page.locator('.notifications-toasts .notification-toast').filter({ hasText: text });
  }

  /** Waits until the theme is applied. */
  async setTheme(theme: Theme): Promise<void> {
    await this.configure('workbench.colorTheme', theme);
    await this.page.locator(`.monaco-workbench.${themes[theme]}`).waitFor();
  }

  /** Screenshots in every theme. */
  async screenshots(name: string, draw?: () => Promise<void>): Promise<void> {
    for (const theme of isFull ? (Object.keys(themes) as Theme[]) : []) {
      await this.setTheme(theme);
      await draw?.();
      await this.screenshot(`${name}-${themes[theme]}`);
    }
    await this.setTheme('Light Modern');
  }

  /** A screenshot for people, dist/e2e/NAME.png: in the full run, after which somebody looks. */
  async screenshot(name: string): Promise<void> {
    if (isFull) {
      await this.page.screenshot({ path: join(pictures, `${name}.png`) });
    }
  }

  /** What a failure left: the window, dist/e2e/NAME.png, and the server's log. */
  async saveFailure(name: string): Promise<void> {
    await this.page.screenshot({ path: join(pictures, `${name}.png`) });
    writeFileSync(join(pictures, 'server.log'), this.place.server.log());
  }
}
