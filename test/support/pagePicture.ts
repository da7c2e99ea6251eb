import type { Page } from 'playwright-core';
import { isFull } from './full.ts';
import { inEachTheme } from './pageTheme.ts';

type Clip = NonNullable<Parameters<Page['screenshot']>[0]>['clip'];

/** A picture for people, dist/browser/NAME.png: in the full run, after which somebody looks. */
export async function picture(page: Page, name: string, clip?: Clip): Promise<void> {
  if (isFull) {
    await page.screenshot({
      path: `dist/browser/${name}.png`,
      ...(clip === undefined ? {} : { clip }),
    });
  }
}

/** The same in each theme, dist/browser/NAME-THEME.png. */
export async function pictureInThemes(page: Page, name: string): Promise<void> {
  if (isFull) {
    await inEachTheme(page, (theme) => picture(page, `${name}-${theme}`));
  }
}
