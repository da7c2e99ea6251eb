import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axeFindingsInThemes } from '../support/axeFindings.ts';
import type { PageTestWindow } from '../support/pageScenario.ts';
import { browser } from './chromium.ts';

/** What opens over the rows or beside them, each with its scenario and how a reader gets there. */
const views: readonly {
  readonly name: string;
  readonly scenario: string;
  readonly width?: number;
  readonly show: (page: Page) => Promise<void>;
}[] = [
  {
    name: 'the compaction lens and the context gauge',
    scenario: 'lens',
    async show(page) {
      await page.locator('.gauge').waitFor();
      await page.keyboard.press('e');
      await page.locator('.fold-line[aria-expanded="true"]').first().waitFor();
    },
  },
  {
    name: 'the model’s context, as Markdown and raw',
    scenario: 'lens',
    async show(page) {
      await page.getByRole('combobox', { name: 'What is shown' }).selectOption('context');
      await page.locator('.row-message').first().waitFor();
      assert.deepEqual(await axeFindingsInThemes(page), []);
      await page.getByRole('button', { name: 'More Actions…' }).click();
      await page.getByRole('menuitemcheckbox', { name: /^Show Messages Exactly/ }).click();
    },
  },
  {
    name: 'the completions of filters',
    scenario: 'work',
    async show(page) {
      await page.getByRole('combobox', { name: 'Find or filter rows' }).focus();
      await page.keyboard.type('tool:');
      await page.locator('.filter-proposal').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.locator('.filter-proposal[aria-selected="true"]').waitFor();
    },
  },
  {
    name: 'the field for finding in a narrow panel',
    scenario: 'story',
    width: 360,
    async show(page) {
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await page.getByRole('combobox', { name: 'Find or filter rows' }).waitFor();
      for (const width of [360, 700]) {
        await page.setViewportSize({ width, height: 800 });
        for (const control of await page.locator('.header-line button, .find-field').all()) {
          const box = await control.boundingBox();
          assert.ok(box === null || (box.x >= 0 && box.x + box.width <= width), `at ${width}`);
        }
      }
    },
  },
  {
    name: 'a filter that is refused',
    scenario: 'work',
    async show(page) {
      await page.getByRole('combobox', { name: 'Find or filter rows' }).focus();
      await page.keyboard.type('tool:bash exit:x');
      await page.keyboard.press('Escape');
      await page.locator('.field-refused').waitFor();
    },
  },
  {
    name: 'what is found',
    scenario: 'demo',
    async show(page) {
      await page.keyboard.press('/');
      await page.keyboard.type('exporter');
      await page.getByText('1 of 7').waitFor();
    },
  },
  {
    name: 'the player’s menu',
    scenario: 'timed',
    async show(page) {
      await page.getByRole('button', { name: 'Playback Settings' }).click();
      await page.getByRole('menu', { name: 'Playback Settings' }).waitFor();
    },
  },
  {
    name: 'the menu of a narrow panel',
    scenario: 'story',
    width: 360,
    async show(page) {
      await page.getByRole('button', { name: 'More' }).first().click();
      await page.getByRole('menu').first().waitFor();
    },
  },
  {
    name: 'new rows below',
    scenario: 'short',
    async show(page) {
      await page.evaluate(() => {
        const { fakeHost, makeRows } = window as unknown as PageTestWindow;
        fakeHost.append(...makeRows(3));
      });
      await page.getByRole('button', { name: '3 new rows' }).waitFor();
    },
  },
];

describe('views that open later, in Chromium', () => {
  for (const { name, scenario, width = 1200, show } of views) {
    it(`have no finding of axe in any theme: ${name}`, async () => {
      const page = await browser.open(scenario, { width, height: 800 });
      await show(page);
      assert.deepEqual(await axeFindingsInThemes(page), []);
      await browser.close(page);
    });
  }
});
