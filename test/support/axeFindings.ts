import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { inEachTheme } from './pageTheme.ts';

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
 */
export async function axeFindings(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
  }
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: unknown, options: unknown): Promise<AxeResult> };
    };
    return axe.run(
      { exclude: ['[class*="ansi-fg"]', '[class*="ansi-bg"]'] },
      { resultTypes: ['violations'] },
    );
  });
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

/** The same of a replay in each theme, in which it is shown one after the other. */
export async function axeFindingsInThemes(page: Page): Promise<string[]> {
  const all: string[] = [];
  await inEachTheme(page, async (theme) => {
    all.push(...(await axeFindings(page)).map((finding) => `${theme}: ${finding}`));
  });
  return all;
}
