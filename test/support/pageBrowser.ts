import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import type { PageTestWindow } from './pageScenario.ts';
import { scenarioScript, servePage, type PageServer } from './pageServer.ts';
import type { Theme } from './pageTheme.ts';

/** Of each wait, ms: ends only what never comes, however busy the machine is. */
const limitMs = 120_000;

export interface OpenOptions {
  readonly theme?: Theme;
  readonly width?: number;
  readonly height?: number;
  /** Language of the texts; the browser's own is English. */
  readonly language?: string;
}

/** The built page in Chromium. */
export class PageBrowser {
  #server: PageServer | undefined;
  #context: BrowserContext | undefined;
  #faults: string[] = [];
  /** They are opened again: a new page takes half as long again. */
  readonly #closed: Page[] = [];
  /** How often; an address that differs after its `#` only would not load again. */
  #opened = 0;

  async start(chromium: Browser): Promise<void> {
    this.#server = await servePage();
    this.#context = await chromium.newContext({ locale: 'en-GB' });
    await this.#context.addInitScript({ content: await scenarioScript() });
  }

  async stop(): Promise<void> {
    await this.#context?.close();
    await this.#server?.close();
  }

  /**
   * Opens a scenario of `pageScenario.ts` and waits until its first rows are drawn and what loads after
   * them is there.
   */
  async open(scenario: string, options: OpenOptions = {}): Promise<Page> {
    const { theme = 'darkModern', width = 1000, height = 800, language = 'en' } = options;
    assert.ok(this.#context !== undefined && this.#server !== undefined);
    const { origin } = this.#server;
    this.#faults = [];
    const page = this.#closed.pop() ?? (await this.#newPage(origin));
    await page.setViewportSize({ width, height });
    this.#opened += 1;
    const query = new URLSearchParams({ theme, language, opened: String(this.#opened) });
    await page.goto(`${origin}/?${query.toString()}#${scenario}`);
    await until(page, () => customElements.get('vscode-button') !== undefined);
    await page.waitForSelector('.list-item:not(.list-placeholder), .empty p');
    await page.waitForSelector('.toolbar .more button, .empty p', { state: 'attached' });
    return page;
  }

  /** A page whose faults are noticed. */
  async #newPage(origin: string): Promise<Page> {
    assert.ok(this.#context !== undefined);
    const page = await this.#context.newPage();
    page.setDefaultTimeout(limitMs);
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.#faults.push(`console: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => {
      this.#faults.push(`error: ${error.message}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (![`${origin}/`, `blob:${origin}/`, 'data:,'].some((own) => url.startsWith(own))) {
        this.#faults.push(`request: ${url}`);
      }
    });
    return page;
  }

  /** An empty page. */
  async openBlank(): Promise<Page> {
    assert.ok(this.#context !== undefined);
    const page = await this.#context.newPage();
    await page.setViewportSize({ width: 1000, height: 800 });
    return page;
  }

  /**
   * Closes a page; fails if anything was blocked, threw, was logged as an error or left the page.
   */
  async close(page: Page): Promise<void> {
    const violations = await page.evaluate(() => (window as unknown as PageTestWindow).violations);
    const reported = await page.evaluate(() =>
      (window as unknown as PageTestWindow).fakeHost.told
        .filter(({ name }) => name === 'log/error')
        .map(({ body }) => JSON.stringify(body)),
    );
    await page.mouse.move(0, 0);
    this.#closed.push(page);
    assert.deepEqual(
      { violations, reported, faults: this.#faults },
      {
        violations: [],
        reported: [],
        faults: [],
      },
    );
  }
}

/**
 * Waits until a condition holds in the page. Playwright's own `waitForFunction` evaluates strings
 * there, which the page's policy rightly refuses.
 */
export async function until(page: Page, condition: () => boolean): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await page.evaluate(condition))) {
    if (Date.now() > deadline) {
      throw new Error(`It did not come about: ${condition.toString()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens Find and types, once its field has the focus. */
export async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+f');
  await until(page, () => document.activeElement?.classList.contains('find-field') === true);
  await page.keyboard.type(text);
}

/** Runs a function with the fake host inside the page. */
export function inPage<Result>(
  page: Page,
  run: (window: PageTestWindow) => Result,
): Promise<Result> {
  return page.evaluate(`(${run.toString()})(window)`);
}

/** The page's next notification to the host of a given name. */
export async function told(page: Page, name: string): Promise<unknown[]> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const bodies = await page.evaluate(
      (wanted) =>
        (window as unknown as PageTestWindow).fakeHost.told
          .filter((notice) => notice.name === wanted)
          .map(({ body }) => body),
      name,
    );
    if (bodies.length > 0 || Date.now() > deadline) {
      return bodies;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The visible rows are drawn and at rest. The current row stays in the document wherever it is. */
export async function untilDrawn(page: Page): Promise<void> {
  await until(page, () => {
    const list = document.querySelector('.list')!.getBoundingClientRect();
    const shown = [...document.querySelectorAll('.list-item')].filter((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return bottom > list.top && top < list.bottom;
    });
    return shown.length > 1 && !shown.some((item) => item.matches('.list-placeholder'));
  });
}

/** Rows in the document. */
export function mountedRows(page: Page): Promise<number> {
  return page.locator('.list-item').count();
}

/** The top of what is drawn, CSS pixels, once four looks found it in the same place: scrolling glides. */
export async function atRest(drawn: Locator): Promise<number> {
  await drawn.waitFor();
  const tops: number[] = [];
  return eventually(async () => {
    const box = await drawn.boundingBox();
    tops.push(box?.y ?? NaN);
    const last = tops.slice(-4);
    assert.ok(last.length === 4 && new Set(last).size === 1, `it moved: ${last.join()}`);
    return last[0]!;
  });
}
