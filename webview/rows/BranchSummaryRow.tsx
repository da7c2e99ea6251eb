import type { VNode } from 'preact';
import type { BranchSummaryRow as Row } from '#core/replay/row.ts';
import { SummaryMarker } from './SummaryMarker.tsx';

/** The session went back to an earlier place; this much of the branch it left was taken along. */
export function BranchSummaryRow({ row }: { row: Row }): VNode {
  return (
    <SummaryMarker
      row={row}
      icon="git-merge"
      label="Came back from another branch"
      explanation="Of what was said there the model knew only this summary."
    />
  );
}
