import { chromium } from 'playwright-core';
import { ensureChromium } from './chromium.mjs';

/**
 * A headless browser that only connects to the page's own server. The sandbox is off because root
 * on CI machines cannot use it; only our own pages are opened.
 * @param {import('playwright-core').LaunchOptions} [options]
 */
export async function launchBrowser(options = {}) {
  return chromium.launch({
    executablePath: await ensureChromium(),
    ...options,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(options.args ?? []),
    ],
  });
}
