import type { VNode } from 'preact';
import { compactionExplanation } from '#core/replay/compactionExplanation.ts';
import type { CompactionRow as Row } from '#core/replay/row.ts';
import { Prose } from '../widgets/Visible.tsx';
import { formatAmount } from '../text/format.ts';
import { SummaryMarker } from './SummaryMarker.tsx';

const triggers = { manual: ' by request', automatic: ' automatically', unknown: '' } as const;

/** The line that a reader must not miss: above it the model remembers only the summary. */
export function CompactionRow({ row }: { row: Row }): VNode {
  return (
    <SummaryMarker
      row={row}
      icon="archive"
      label={`Context compacted${triggers[row.trigger]}`}
      facts={<ContextSize before={row.tokensBefore} after={row.tokensAfter} />}
      explanation={compactionExplanation(row)}
    >
      {row.status !== '' && (
        <p class="quiet">
          <Prose text={row.status} />
        </p>
      )}
    </SummaryMarker>
  );
}

interface ContextSizeProps {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

function ContextSize({ before, after }: ContextSizeProps): VNode | null {
  if (before === undefined && after === undefined) {
    return null;
  }
  return (
    <span class="summary-facts">
      {before === undefined ? '' : formatAmount(before)}
      {after !== undefined && (
        <>
          <span aria-hidden="true"> → </span>
          <span class="visually-hidden"> to </span>
          {formatAmount(after)}
        </>
      )}
      {' tokens'}
    </span>
  );
}
