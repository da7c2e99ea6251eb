import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { compactionExplanation, compactionTitle } from '#core/replay/compactionWords.ts';
import { sentence } from '../text/sentence.ts';
import type { CompactionRow as Row } from '#core/replay/row.ts';
import { Prose } from '../widgets/Visible.tsx';
import { formatAmount } from '#base/format.ts';
import { SummaryMarker } from './SummaryMarker.tsx';

/** A line that readers must not miss: of everything above it, the model knows only the summary. */
export function CompactionRow({ row }: { row: Row }): VNode {
  return (
    <SummaryMarker
      row={row}
      icon="archive"
      label={compactionTitle(row.trigger)}
      facts={<ContextSize row={row} />}
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

function ContextSize({ row }: { row: Row }): VNode | null {
  const { tokensBefore: before, tokensAfter: after } = row;
  if (before === undefined && after === undefined) {
    return null;
  }
  const sizes = (
    <>
      {before === undefined ? '' : formatAmount(before)}
      {after !== undefined && (
        <>
          <span aria-hidden="true"> → </span>
          <span class="visually-hidden"> {t('to')} </span>
          {formatAmount(after)}
        </>
      )}
    </>
  );
  return <span class="summary-facts">{sentence('{0} tokens', sizes)}</span>;
}
