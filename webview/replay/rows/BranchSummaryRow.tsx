import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import type { RowOf } from '#core/rows/row.ts';
import { SummaryMarker } from './SummaryMarker.tsx';

/** The session returned to an earlier place with a summary of the branch it left. */
export function BranchSummaryRow({ row }: { row: RowOf<'branchSummary'> }): VNode {
  return (
    <SummaryMarker
      row={row}
      icon="git-merge"
      label={t('Returned from another branch')}
      explanation={t('The model knew that branch only through this summary.')}
    />
  );
}
