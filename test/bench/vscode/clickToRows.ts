import type { Page } from 'playwright-core';

/** One session opened from the list. */
export interface Opening {
  /** Time from click to drawn rows. */
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

/** Opens sessions from the list as a user does, and measures when their rows appear. */
export class ClickToRows {
  constructor(private readonly page: Page) {}

  /** Waits until the list shows this many sessions. */
  async untilListed(count: number): Promise<void> {
    await this.#lines.nth(count - 1).waitFor({ timeout: 60_000 });
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

  async #untilRows(): Promise<Seen> {
    const watching: Promise<Seen | undefined>[] = [];
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      for (const frame of this.page.frames()) {
        // VS Code nests a webview's page in two frames and rewrites it while loading, which aborts
        // pending waits; so keep retrying.
        if (frame.parentFrame()?.parentFrame() === this.page.mainFrame()) {
          watching.push(frame.evaluate(rowsSeen).catch(() => never));
        }
      }
      const found = await Promise.race([...watching, this.page.waitForTimeout(30)]);
      if (found !== undefined) {
        return found;
      }
    }
    throw new Error('No rows were drawn.');
  }
}

const never = new Promise<never>(() => undefined);
