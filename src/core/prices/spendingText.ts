import { formatAmount, formatCost } from '#base/format.ts';
import { t } from '#base/l10n.ts';
import type { Spending } from './spending.ts';

/** What usage cost, and how much of it has no price; undefined if nothing is known of it, or nothing cost. */
export function spendingText({ cost, estimated, unpriced = 0 }: Spending): string | undefined {
  const parts = [
    ...(cost > 0 ? [formatCost(cost, estimated)] : []),
    ...(unpriced > 0 ? [t('{0} tokens without a price', formatAmount(unpriced))] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}
