import { itInFull } from '../support/full.ts';
import { picture, pictureInThemes } from '../support/pagePicture.ts';
import { browser } from './chromium.ts';

describe('the model’s context in Chromium', () => {
  itInFull('looks well in every theme', async () => {
    const page = await browser.open('lens', { width: 1000, height: 1100 });
    await page.locator('.gauge').waitFor();
    await pictureInThemes(page, 'lens-transcript');
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('context');
    await page.locator('.row-message').first().waitFor();
    await pictureInThemes(page, 'lens-messages');
    await browser.close(page);
  });
  itInFull('looks well in a narrow window', async () => {
    const narrow = await browser.open('lens', { width: 420, height: 900 });
    await narrow.locator('.gauge').waitFor();
    await picture(narrow, 'lens-narrow');
    await browser.close(narrow);
  });
});
