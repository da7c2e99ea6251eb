import type { VNode } from 'preact';
import { t } from '#base/l10n.ts';
import { compactionExplanation, compactionTitle } from '#core/rows/rowWords.ts';
import { sentence } from '../../kit/text/sentence.ts';
import type { RowOf } from '#core/rows/row.ts';
import { Prose } from '../../kit/widgets/Visible.tsx';
import { formatAmount } from '#base/format.ts';
import { ContextChange } from './ContextChange.tsx';
import { SummaryMarker } from './SummaryMarker.tsx';

/** A line that readers must not miss: of everything above it, the model knows only the summary. */
export function CompactionRow({ row }: { row: RowOf<'compaction'> }): VNode {
  return (
    <SummaryMarker
      row={row}
      icon="archive"
      label={compactionTitle(row.trigger)}
      facts={<ContextSize row={row} />}
      explanation={compactionExplanation(row)}
      below={<ContextChange row={row} />}
    >
      {row.status !== '' && (
        <p class="quiet">
          <Prose text={row.status} />
        </p>
      )}
    </SummaryMarker>
  );
}

function ContextSize({ row }: { row: RowOf<'compaction'> }): VNode | null {
  const change = row.change === 'ignored' ? undefined : row.change;
  const before = row.tokensBefore ?? change?.tokensBefore;
  const after = row.tokensAfter ?? change?.tokensAfter;
  if (before === undefined && after === undefined) {
    return null;
  }
  const sizes = (
    <>
      {before !== undefined && (
        <Tokens tokens={before} isEstimate={row.tokensBefore === undefined} />
      )}
      {after !== undefined && (
        <>
          <span aria-hidden="true"> → </span>
          <span class="visually-hidden"> {t('to')} </span>
          <Tokens tokens={after} isEstimate={row.tokensAfter === undefined} />
        </>
      )}
    </>
  );
  return <span class="summary-facts">{sentence('{0} tokens', sizes)}</span>;
}

function Tokens({ tokens, isEstimate }: { tokens: number; isEstimate: boolean }): VNode {
  return isEstimate ? (
    <span title={t('Estimated from the messages alone: characters ÷ 4')}>
      {t('about {0}', formatAmount(tokens))}
    </span>
  ) : (
    <span title={t('As recorded in the log')}>{formatAmount(tokens)}</span>
  );
}
