import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { isFull } from './full.ts';
import { inEachTheme, themes } from './pageTheme.ts';

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/**
 * What axe finds, except colors that a program chose for its own output, levels of headings that a
 * message left out, and regions that become tab stops together with their row, to which arrow keys
 * lead.
 *
 * @param only all rules of axe, or those about colors.
 */
export async function axeFindings(
  page: Pick<Page, 'evaluate'>,
  only: 'all' | 'colors' = 'all',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
  }
  const { violations } = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(context: unknown, options: unknown): Promise<AxeResult> };
    };
    return axe.run(
      { exclude: ['[class*="ansi-fg"]', '[class*="ansi-bg"]'] },
      {
        resultTypes: ['violations'],
        ...(rules === 'colors' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
      },
    );
  }, only);
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(
        ({ html }) =>
          !(id === 'scrollable-region-focusable' && /^<[^>]* tabindex="-1"/.test(html)) &&
          !(id === 'heading-order' && /^<[^>]* class="markdown-h\d"/.test(html)),
      )
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/**
 * The same of a replay in each theme, in which it is shown one after the other. A theme changes colors
 * alone, so in `npm test` all the rest is looked at in one.
 */
export async function axeFindingsInThemes(page: Page): Promise<string[]> {
  const all: string[] = [];
  await inEachTheme(page, async (theme) => {
    const findings = await axeFindings(page, isFull || theme === themes[0] ? 'all' : 'colors');
    all.push(...findings.map((finding) => `${theme}: ${finding}`));
  });
  return all;
}
