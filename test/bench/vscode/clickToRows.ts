import type { Page } from 'playwright-core';

/** One opening of a session from the list. */
export interface Opening {
  /** From the click until rows were drawn. */
  readonly ms: number;
  /** Rows that the page knew of then. */
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

/** In a replay's page: waits for the frame in which rows are there. */
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

/** Opens sessions from the list of a window as a user does, and looks when their rows are there. */
export class ClickToRows {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until the list shows so many sessions. */
  async untilListed(count: number): Promise<void> {
    await this.#lines.nth(count - 1).waitFor({ timeout: 60_000 });
    await this.#page.evaluate(() => {
      addEventListener(
        'pointerdown',
        () => {
          globalThis.benchClickedAt = performance.timeOrigin + performance.now();
        },
        true,
      );
    });
  }

  /** Opens the session of a line and closes it again. */
  async open(line: number): Promise<Opening> {
    const seen = this.#untilRows();
    await this.#lines.nth(line).click();
    const { time, rows } = await seen;
    const clickedAt = await this.#page.evaluate(() => globalThis.benchClickedAt);
    // What VS Code does after a tab was opened is not a part of the next one.
    await this.#page.waitForTimeout(1_000);
    const tab = this.#page.locator('.tabs-container .tab');
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
    await this.#page.waitForTimeout(300);
    return { ms: time - (clickedAt ?? NaN), rows };
  }

  get #lines() {
    return this.#page.locator('.sidebar .monaco-list-row:not([aria-expanded])');
  }

  async #untilRows(): Promise<Seen> {
    const watching: Promise<Seen | undefined>[] = [];
    for (let attempt = 0; attempt < 1_000; attempt += 1) {
      for (const frame of this.#page.frames()) {
        // VS Code puts a webview's page into a frame of a frame, and writes it anew while it loads,
        // which ends what waits in it: so it is watched again and again.
        if (frame.parentFrame()?.parentFrame() === this.#page.mainFrame()) {
          watching.push(frame.evaluate(rowsSeen).catch(() => never));
        }
      }
      const found = await Promise.race([...watching, this.#page.waitForTimeout(30)]);
      if (found !== undefined) {
        return found;
      }
    }
    throw new Error('No rows were drawn.');
  }
}

const never = new Promise<never>(() => undefined);
