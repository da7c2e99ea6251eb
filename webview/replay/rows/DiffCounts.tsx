import type { VNode } from 'preact';
import { formatCount, t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import './diff.css';

/** How many lines a change adds and removes. */
export function DiffCounts({ added, removed }: Pick<RowOf<'diff'>, 'added' | 'removed'>): VNode {
  return (
    <span class="diff-counts">
      <span class="diff-added-count" aria-label={t('{0} added', added)}>
        +{formatCount(added)}
      </span>
      <span class="diff-removed-count" aria-label={t('{0} removed', removed)}>
        −{formatCount(removed)}
      </span>
    </span>
  );
}
