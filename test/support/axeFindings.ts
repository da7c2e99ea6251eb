import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/**
 * Serious and critical findings, except colors that a program chose for its own output, and regions
 * that become tab stops together with their row, to which arrow keys lead.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: unknown, options: unknown): Promise<AxeResult> };
    };
    return axe.run(
      { exclude: ['[class*="ansi-fg"]', '[class*="ansi-bg"]'] },
      { resultTypes: ['violations'] },
    );
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .filter(
          ({ html }) => id !== 'scrollable-region-focusable' || !/^<[^>]* tabindex="-1"/.test(html),
        )
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}
