import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { documentText, type DocumentSample } from './documentFile.ts';

interface DocumentWindow {
  violations: string[];
}

/** Exported documents in Chromium, opened from disk as a user would. */
export class DocumentBrowser {
  readonly #folder = mkdtempSync(join(tmpdir(), 'documents-'));
  #browser: Browser | undefined;
  #faults: string[] = [];
  #written = 0;

  start(chromium: Browser): void {
    this.#browser = chromium;
  }

  stop(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** @param options.hash the fragment of the address. */
  async open(
    sample: DocumentSample,
    options: BrowserContextOptions & { readonly hash?: string } = {},
  ): Promise<Page> {
    assert.ok(this.#browser !== undefined);
    const { hash = '', ...settings } = options;
    this.#faults = [];
    this.#written += 1;
    const file = join(this.#folder, `${this.#written}.html`);
    writeFileSync(file, await documentText(sample));
    const context = await this.#browser.newContext({
      viewport: { width: 1300, height: 900 },
      ...settings,
    });
    await context.addInitScript(() => {
      const page = window as unknown as DocumentWindow;
      page.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        page.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
      });
    });
    const page = await context.newPage();
    page.on('console', (message) => {
      this.#faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      this.#faults.push(`error: ${error.message}`);
    });
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) {
        this.#faults.push(`request: ${request.url()}`);
      }
    });
    await page.goto(`file://${file}${hash}`);
    return page;
  }

  /** Closes it; fails if anything was blocked, threw, was logged or requested. */
  async close(page: Page): Promise<void> {
    const violations = await page.evaluate(() => (window as unknown as DocumentWindow).violations);
    await page.context().close();
    assert.deepEqual({ violations, faults: this.#faults }, { violations: [], faults: [] });
  }

  async expandAll(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Expand All' }).click();
  }
}
