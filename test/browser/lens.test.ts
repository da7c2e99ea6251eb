import { inEachTheme } from '../support/pageTheme.ts';
import { browser } from './chromium.ts';

const pictures = 'dist/browser';

describe('the model’s context in Chromium', () => {
  it('looks well in every theme', async () => {
    const page = await browser.open('lens', { width: 1000, height: 1100 });
    await page.locator('.gauge').waitFor();
    await inEachTheme(page, async (theme) => {
      await page.screenshot({ path: `${pictures}/lens-transcript-${theme}.png` });
    });
    await page.getByRole('tab', { name: 'Model Context' }).click();
    await page.locator('.row-message').first().waitFor();
    await inEachTheme(page, async (theme) => {
      await page.screenshot({ path: `${pictures}/lens-messages-${theme}.png` });
    });
    await browser.close(page);
  });
  it('looks well in a narrow window', async () => {
    const narrow = await browser.open('lens', { width: 420, height: 900 });
    await narrow.locator('.gauge').waitFor();
    await narrow.screenshot({ path: `${pictures}/lens-narrow.png` });
    await browser.close(narrow);
  });
});
