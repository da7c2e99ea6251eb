import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';

/** One session opened from the list. */
export interface Opening {
  /** Time from the click to drawn rows. */
  readonly ms: number;
  /** Rows the page knew at that point. */
  readonly rows: number;
}

interface Seen {
  /** Epoch ms. */
  readonly time: number;
  readonly rows: number;
}

declare global {
  var benchClickedAt: number | undefined;
}

/** Runs in a replay page: waits for the frame with rows. */
function rowsSeen(): Promise<Seen> {
  return new Promise((resolve) => {
    const look = () => {
      const row = document.querySelector('[role="article"]:not(.list-placeholder)');
      if (row === null) {
        requestAnimationFrame(look);
      } else {
        const time = performance.timeOrigin + performance.now();
        resolve({ time, rows: Number(row.getAttribute('aria-setsize')) });
      }
    };
    look();
  });
}

/** The list of sessions in a window, used as a user does. */
export class SessionsView {
  constructor(private readonly page: Page) {}

  /** Shows the list until it has so many lines; a window that starts may show its files instead. */
  async show(lines: number): Promise<void> {
    const icon = this.page.locator(
      '.activitybar .action-item:not(.checked) .action-label[aria-label^="Sessions"]',
    );
    await eventually(async () => {
      if ((await icon.count()) > 0) {
        await icon.click();
      }
      assert.ok((await this.#lines.count()) >= lines, 'The list does not show its sessions.');
    });
    await this.page.evaluate(() => {
      addEventListener(
        'pointerdown',
        () => {
          globalThis.benchClickedAt = performance.timeOrigin + performance.now();
        },
        true,
      );
    });
  }

  /** Opens a line's session and closes it again. */
  async open(line: number): Promise<Opening> {
    const seen = this.#untilRows();
    await this.#lines.nth(line).click();
    const { time, rows } = await seen;
    const clickedAt = await this.page.evaluate(() => globalThis.benchClickedAt);
    // VS Code's work after opening a tab must not count toward the next one.
    await this.page.waitForTimeout(1_000);
    const tab = this.page.locator('.tabs-container .tab');
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
    await this.page.waitForTimeout(300);
    return { ms: time - (clickedAt ?? NaN), rows };
  }

  get #lines() {
    return this.page.locator('.sidebar .monaco-list-row:not([aria-expanded])');
  }

  /** VS Code nests a webview’s page in two frames and rewrites it while loading, which ends what waits there. */
  async #untilRows(): Promise<Seen> {
    return eventually(async () => {
      const frames = this.page
        .frames()
        .filter((frame) => frame.parentFrame()?.parentFrame() === this.page.mainFrame());
      const looks = frames.map((frame) => frame.evaluate(rowsSeen).catch(() => never));
      const found = await Promise.race([...looks, this.page.waitForTimeout(1_000)]);
      assert.ok(found, 'No rows were drawn.');
      return found;
    });
  }
}

const never = new Promise<never>(() => undefined);
