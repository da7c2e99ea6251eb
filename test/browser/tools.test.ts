import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { axeFindings } from '../support/axeFindings.ts';
import { itInFull } from '../support/full.ts';
import { atRest, told, untilDrawn } from '../support/pageBrowser.ts';
import { picture } from '../support/pagePicture.ts';
import { inEachTheme } from '../support/pageTheme.ts';
import { toolRows } from '../support/pageTools.ts';
import { browser, documents } from './chromium.ts';

describe('tool calls in Chromium', () => {
  it('have views and colors that can be read in every theme', async () => {
    const page = await browser.open('tools', { width: 900, height: 6_000 });
    await openAll(page);
    await inEachTheme(page, async (theme) => {
      assert.deepEqual(await axeFindings(page), [], theme);
      const worst = await worstContrast(page);
      const wanted = theme.startsWith('highContrast') ? 7 : 4.5;
      assert.ok(
        worst.length > 5 && worst.every(({ ratio }) => ratio >= wanted),
        JSON.stringify(worst),
      );
      await takePictures(page, theme);
    });
    await browser.close(page);
  });

  it('fit a narrow panel', async () => {
    const page = await browser.open('tools', { width: 380, height: 7_000 });
    await openAll(page);
    const wide = await page.evaluate(
      () =>
        [...document.querySelectorAll('.row')].filter(
          (row) => row.scrollWidth > row.clientWidth + 1,
        ).length,
    );
    assert.equal(wide, 0);
    await takePictures(page, 'narrow');
    await browser.close(page);
  });

  it('are unfolded, switched to raw and left by keyboard', async () => {
    const page = await browser.open('tools');
    const row = page.locator('[data-index="4"]');
    await row.focus();
    await page.keyboard.press('Enter');
    const raw = row.getByRole('button', { name: 'Raw', exact: true });
    await raw.waitFor();
    await raw.focus();
    await page.keyboard.press('Enter');
    await row.getByText('bytes_read: 560').waitFor();
    await page.keyboard.press('Enter');
    await row.locator('.numbered').waitFor();
    await browser.close(page);
  });

  it('show the end of an output, and hand a command to the host on a click only', async () => {
    const page = await browser.open('tools');
    const row = page.locator('[data-index="2"]');
    await row.getByText('tide/table_test.go:48').waitFor();
    assert.equal(await row.getByText('test 1\t').count(), 0);
    // What moves while it is pressed is not clicked.
    await atRest(row);
    await row.getByRole('button', { name: /^Show \d+ lines above$/ }).click();
    await row.getByText('Resolving 100%').waitFor();
    assert.equal(await row.getByText('Resolving 10%').count(), 0);
    await row.getByRole('button', { name: 'Insert into Terminal' }).click();
    assert.equal((await told(page, 'command/insert')).length, 1);
    await browser.close(page);
  });
});

describe('tool calls in an exported document', () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    const itHere = colorScheme === 'dark' ? it : itInFull;
    itHere(
      `have the same views, and their raw texts below, when it is ${colorScheme}`,
      async () => {
        const viewport = { width: 1_000, height: 7_500 };
        const page = await documents.open({ rows: toolRows() }, { colorScheme, viewport });
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll<HTMLDetailsElement>('main .fold')) {
            fold.open = true;
          }
        });
        const counts = await page.evaluate(() =>
          ['.tool-view', 'details.raw', '.numbered', '.asked-chosen', '[style]'].map(
            (selector) => document.querySelectorAll(selector).length,
          ),
        );
        assert.deepEqual(counts, [14, 14, 2, 1, 0]);
        assert.deepEqual(await axeFindings(page), []);
        const worst = await worstContrast(page);
        assert.ok(
          worst.length > 5 && worst.every(({ ratio }) => ratio >= 4.5),
          JSON.stringify(worst),
        );
        await takePictures(page, `document-${colorScheme}`);
        await documents.close(page);
      },
    );
  }
});

async function openAll(page: Page): Promise<void> {
  await untilDrawn(page);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLElement>(
      '.row-tool > .fold .fold-line[aria-expanded="false"]',
    )) {
      fold.click();
    }
  });
  await page.locator('.asked-answer').waitFor();
  await page.locator('.hljs-keyword').first().waitFor();
}

/** In parts that can be looked at. */
async function takePictures(page: Page, name: string): Promise<void> {
  const { width, height: whole } = page.viewportSize() ?? { width: 0, height: 0 };
  const height = 1_250;
  for (let part = 0; part * height < whole; part += 1) {
    const clip = { x: 0, y: part * height, width, height };
    await picture(page, `tools-${name}-${part}`, clip);
  }
}

interface Contrast {
  readonly text: string;
  readonly ratio: number;
}

/** Of text in the colors of a program on the theme’s background, as drawn. */
function worstContrast(page: Page): Promise<Contrast[]> {
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const luminance = (color: string) => {
      canvas.fillStyle = '#000';
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (value) => {
          const part = value / 255;
          return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        },
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const backgroundOf = (element: Element | null): string => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) {
          return backgroundColor;
        }
      }
      return '#fff';
    };
    return [...document.querySelectorAll('.ansi-fg-rgb')].map((element) => {
      const [a, b] = [
        luminance(getComputedStyle(element).color),
        luminance(backgroundOf(element)),
      ].sort((one, other) => other - one) as [number, number];
      return { text: element.textContent, ratio: (a + 0.05) / (b + 0.05) };
    });
  });
}
