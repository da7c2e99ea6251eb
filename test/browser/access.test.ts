import assert from 'node:assert/strict';
import { axeFindingsInThemes } from '../support/axeFindings.ts';
import { inPage, until, untilDrawn } from '../support/pageBrowser.ts';
import { browser } from './chromium.ts';

describe('access in Chromium', () => {
  it('has no finding of axe in any theme', async () => {
    const page = await browser.open('demo', { height: 3_400 });
    await page.getByRole('button', { name: '2 problems' }).click();
    await untilDrawn(page);
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLElement>(
        '.fold-line[aria-expanded="false"]',
      )) {
        fold.click();
      }
    });
    await page.locator('.hljs-keyword').first().waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await page.locator('.list-item[tabindex="0"]').press('End');
    await page.locator('[data-index="21"]:focus').waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('context');
    await page.getByRole('combobox', { name: 'Find', exact: true }).waitFor();
    await page.getByText('If you resume this session').waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await browser.close(page);
  });

  it('has no finding of axe in a skimmed session in any theme', async () => {
    const page = await browser.open('work', { height: 2_400 });
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('skim');
    await page.locator('.run').first().waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await page.getByRole('button', { name: /^14 edits of 4 files/ }).click();
    await page.locator('.row-in-run').first().waitFor();
    await page.locator('.diff-raw .fold-line').first().click();
    await page.locator('.diff-raw .fold-line[aria-expanded="true"]').waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await browser.close(page);
  });

  it('has no finding of axe in branches, images and relatives in any theme', async () => {
    const page = await browser.open('tree', { height: 2_400 });
    await page.getByRole('button', { name: /^Could the browser/ }).click();
    await page.getByText('This branch was abandoned').waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await page.getByRole('button', { name: 'Show Latest Branch' }).click();
    await page.getByText('CREATE INDEX', { exact: true }).waitFor();
    await untilDrawn(page);
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLElement>(
        '.fold-line[aria-expanded="false"]',
      )) {
        fold.click();
      }
    });
    const images = page.locator('.image-button');
    await images.nth(2).waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await images.first().click();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await page.keyboard.press('Escape');
    await browser.close(page);
  });

  it('stands still where the system or the editor asks for it', async () => {
    const page = await browser.open('demo');
    await inPage(page, ({ fakeHost }) => {
      fakeHost.change({ header: { complete: false } });
    });
    await page.getByRole('progressbar').waitFor();
    await page.keyboard.press('/');
    await page.getByRole('search').waitFor();
    const moving = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('*')]
            .flatMap((element) =>
              [undefined, '::before', '::after'].map((part) => getComputedStyle(element, part)),
            )
            .filter(
              ({ animationName, transitionDuration }) =>
                animationName !== 'none' || transitionDuration !== '0s',
            ).length,
      );
    assert.ok((await moving()) > 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await moving(), 0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.evaluate(() => {
      document.body.classList.add('vscode-reduce-motion');
    });
    assert.equal(await moving(), 0);
    await browser.close(page);
  });

  it('filters rows and keeps the reader’s place', async () => {
    const page = await browser.open('demo');
    const levels = page.getByRole('combobox', { name: 'What is shown' });
    await levels.selectOption('Trouble (6)');
    await until(page, () => document.querySelectorAll('.list-item').length === 6);
    await page.getByText('Unknown record').waitFor();
    await levels.focus();
    await page.keyboard.press('ArrowUp');
    await page.getByText('go test ./...').waitFor();
    await browser.close(page);
  });

  it('keeps the selected row selected and in view when the filter changes', async () => {
    const page = await browser.open('demo', { height: 600 });
    const choose = async (level: string) => {
      await page.getByRole('combobox', { name: 'What is shown' }).selectOption(level);
    };
    await choose('trouble');
    const failed = page.getByRole('article', { name: 'Tool call, read_file, exporter' });
    await failed.click({ position: { x: 200, y: 4 } });
    for (const level of ['all', 'trouble', 'all']) {
      await choose(level);
      // In two frames: the rows of the filter, and the place that they leave the selected one.
      await until(page, () => {
        const selected = document.querySelector('.list-item[tabindex="0"]');
        const top = selected?.getBoundingClientRect().top ?? -1;
        const label = selected?.getAttribute('aria-label') ?? '';
        return label.startsWith('Tool call, read_file, exporter') && top > 0 && top < 600;
      });
    }
    await choose('dialogue');
    await page.locator('.list-item[tabindex="0"][aria-label^="Your message, Good. Now"]').waitFor();
    await browser.close(page);
  });

  it('names the find field and every row', async () => {
    const page = await browser.open('demo');
    await page.getByRole('combobox', { name: 'Find or filter rows' }).waitFor();
    await page
      .getByRole('article', {
        name: 'Shell command, go test ./importer -run TestImport -v, failed with exit code 1',
      })
      .waitFor();
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('context');
    await page.getByRole('combobox', { name: 'Find', exact: true }).waitFor();
    await page
      .getByRole('article', { name: /^User message, ./ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'What is shown' }).selectOption('all');
    await page.getByRole('combobox', { name: 'Find or filter rows' }).waitFor();
    await browser.close(page);
  });

  it('takes an empty session and one without sequel', async () => {
    const page = await browser.open('empty');
    await page.getByText('No messages yet.').waitFor();
    assert.deepEqual(await axeFindingsInThemes(page), []);
    await browser.close(page);
  });
});
